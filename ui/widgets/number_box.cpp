#include "ui/widgets/number_box.h"

#include <QLineEdit>
#include <QLocale>
#include <QRegularExpression>
#include <QStyleOptionSpinBox>
#include <cmath>
#include <limits>

#include "ui/theme/style.h"

namespace attn::ui {
namespace {

constexpr QChar kMinus(0x2212);

/// As a computer reads numbers: "," for ".", any minus for "-", no spaces.
QString computerText(QString text) {
    text.replace(kMinus, QLatin1Char('-')).replace(QLatin1Char(','), QLatin1Char('.'));
    text.remove(QLatin1Char(' ')).remove(QChar(0x2009)).remove(QChar(0x202F)).remove(QChar(0xA0));
    return text;
}

QString humanText(QString text) {
    return text.replace(QLatin1Char('-'), kMinus);
}

/// Can more typing still make a number of `text`?
bool isBeginning(const QString& text) {
    static const QRegularExpression kBeginning(QStringLiteral("^[-+]?[0-9]*\\.?[0-9]*([eE][-+]?[0-9]*)?$"));
    return kBeginning.match(text).hasMatch();
}

QSize boxSize(const QAbstractSpinBox& box, int digits) {
    QStyleOptionSpinBox option;
    option.initFrom(&box);
    const QSize words(box.fontMetrics().horizontalAdvance(QString(digits, QLatin1Char('0'))) + 4,
                      box.fontMetrics().height());
    return box.style()->sizeFromContents(QStyle::CT_SpinBox, &option, words, &box);
}

}  // namespace

NumberBox::NumberBox(const QString& name, QWidget* parent) : CalmSpin(name, parent) {
    // The box rounds to its decimals; ours are only a way to show, so it gets more than a double has.
    QDoubleSpinBox::setDecimals(323);
    setRange(-std::numeric_limits<double>::max(), std::numeric_limits<double>::max());
    setSingleStep(0.1);
    setValue(0.0);
    connect(this, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        if (!m_isSetting)
            emit edited(value);
    });
}

void NumberBox::setShownDecimals(int decimals) {
    m_shownDecimals = std::clamp(decimals, 0, 9);
    showText();
    updateGeometry();
}

void NumberBox::setRange(double least, double most) {
    m_isSetting = true;
    QDoubleSpinBox::setRange(least, most);
    m_isSetting = false;
}

void NumberBox::setValue(double value) {
    if (value == this->value() && lineEdit()->text() == textFromValue(value))
        return;  // the box would paint itself anew
    m_isSetting = true;
    QDoubleSpinBox::setValue(value);
    m_isSetting = false;
    showText();
}

QString NumberBox::textFromValue(double value) const {
    const double size = std::abs(value);
    const bool isPlain = value == 0.0 || (size >= 1e-4 && size < 1e9);
    if (!m_isExact)
        return humanText(isPlain ? QString::number(value, 'f', m_shownDecimals) : QString::number(value, 'g', 3));
    const QString rounded = QString::number(value, 'f', m_shownDecimals);
    if (isPlain && rounded.toDouble() == value)
        return humanText(rounded);
    return humanText(QString::number(value, isPlain ? 'f' : 'g', QLocale::FloatingPointShortest));
}

double NumberBox::valueFromText(const QString& text) const {
    bool isNumber = false;
    const double number = computerText(text).toDouble(&isNumber);
    // Rounded text that nobody touched stands for the value itself.
    if (!isNumber || text == textFromValue(value()))
        return value();
    return number;
}

QValidator::State NumberBox::validate(QString& text, int&) const {
    const QString plain = computerText(text);
    bool isNumber = false;
    const double number = plain.toDouble(&isNumber);
    if (isNumber && std::isfinite(number))
        return number >= minimum() && number <= maximum() ? QValidator::Acceptable : QValidator::Intermediate;
    return isBeginning(plain) ? QValidator::Intermediate : QValidator::Invalid;
}

void NumberBox::fixup(QString& text) const {
    bool isNumber = false;
    const double number = computerText(text).toDouble(&isNumber);
    text = textFromValue(isNumber && std::isfinite(number) ? std::clamp(number, minimum(), maximum()) : value());
}

void NumberBox::stepBy(int steps) {
    interpretText();
    // 15 digits: without the noise of the addition, 0.1 + 0.2 is 0.3.
    const double next = QString::number(value() + steps * singleStep(), 'g', 15).toDouble();
    QDoubleSpinBox::setValue(std::clamp(next, minimum(), maximum()));
    selectAll();
}

QSize NumberBox::sizeHint() const {
    return boxSize(*this, m_shownDecimals + 2);
}
QSize NumberBox::minimumSizeHint() const {
    return boxSize(*this, 2);
}

void NumberBox::gestureChanged(bool isOn) {
    if (isOn)
        emit gestureStarted();
    else
        emit gestureEnded();
}

void NumberBox::focusInEvent(QFocusEvent* event) {
    m_isExact = true;
    showText();
    CalmSpin::focusInEvent(event);
}

void NumberBox::focusOutEvent(QFocusEvent* event) {
    CalmSpin::focusOutEvent(event);
    if (event->reason() == Qt::PopupFocusReason)
        return;
    m_isExact = false;
    showText();
    lineEdit()->setCursorPosition(0);
}

IntBox::IntBox(const QString& name, QWidget* parent) : CalmSpin(name, parent) {
    connect(this, &QSpinBox::valueChanged, this, [this](int value) {
        if (!m_isSetting)
            emit edited(value);
    });
}

void IntBox::setRange(int least, int most) {
    m_isSetting = true;
    QSpinBox::setRange(least, most);
    m_isSetting = false;
}

void IntBox::setValue(int value) {
    if (value == this->value() && lineEdit()->text() == textFromValue(value))
        return;  // the box would paint itself anew
    m_isSetting = true;
    QSpinBox::setValue(value);
    m_isSetting = false;
    showText();
}

QString IntBox::textFromValue(int value) const {
    return humanText(QString::number(value));
}

int IntBox::valueFromText(const QString& text) const {
    bool isNumber = false;
    const int number = computerText(text).toInt(&isNumber);
    return isNumber ? number : value();
}

QValidator::State IntBox::validate(QString& text, int&) const {
    const QString plain = computerText(text);
    if (plain.isEmpty() || (plain == QStringLiteral("-") && minimum() < 0))
        return QValidator::Intermediate;
    bool isNumber = false;
    const qlonglong number = plain.toLongLong(&isNumber);
    if (!isNumber)
        return QValidator::Invalid;
    return number >= minimum() && number <= maximum() ? QValidator::Acceptable : QValidator::Intermediate;
}

void IntBox::fixup(QString& text) const {
    bool isNumber = false;
    const double number = computerText(text).toDouble(&isNumber);
    text = textFromValue(isNumber ? static_cast<int>(std::clamp(number, double(minimum()), double(maximum())))
                                  : value());
}

QSize IntBox::sizeHint() const {
    return boxSize(*this, std::max(2, static_cast<int>(QString::number(maximum()).size())));
}
QSize IntBox::minimumSizeHint() const {
    return boxSize(*this, 2);
}

void IntBox::gestureChanged(bool isOn) {
    if (isOn)
        emit gestureStarted();
    else
        emit gestureEnded();
}

}  // namespace attn::ui
