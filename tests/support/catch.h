#pragma once
// The one place that knows which Catch2 is used: version 2 has one header, version 3 several.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
