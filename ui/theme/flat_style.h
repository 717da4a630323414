#pragma once
#include <QProxyStyle>

namespace attn::ui {

/// Draws every standard control as the look asks, from currentTheme(); whatever it does not name is Fusion's.
class FlatStyle : public QProxyStyle {
    Q_OBJECT

  public:
    FlatStyle();

    void polish(QWidget* widget) override;
    using QProxyStyle::polish;

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                         const QWidget* widget) const override;

    QIcon standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const override;

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;

  private:
    void drawMenuItem(const class QStyleOptionMenuItem& option, QPainter& painter) const;
    void drawButtonLabel(const class QStyleOptionButton& option, QPainter& painter) const;
    void drawTab(const class QStyleOptionTab& option, QPainter& painter) const;
};

}  // namespace attn::ui
