package io.cambric.benchmarks.sweep;

import static io.cambric.benchmarks.sweep.Family.FLOAT;
import static io.cambric.benchmarks.sweep.Family.REAL;
import static io.cambric.benchmarks.sweep.Family.WHOLE;
import static io.cambric.benchmarks.sweep.Family.WIDE;

import io.cambric.array.DType;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.RoundingMethod;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Special;
import java.util.List;

/** Functions of each element. */
final class ElementwiseRows {

  private static final long MOST = 2_000_000;
  private static final long FEWER = 200_000;

  private static final String ONE = "a b";
  private static final String TWO = "a b, a b";
  private static final String IDS = "ids(100) a b";
  private static final String TWO_IDS = "ids(100) a b, ids(100) a b";
  private static final String POSITIVE = "positive a b";
  private static final String SHARE = "share a b";

  private ElementwiseRows() {}

  static List<Family> families() {
    return List.of(arithmetic(), functions(), special(), bits(), comparisons(), numpy());
  }

  private static Family arithmetic() {
    return new Family("arithmetic", MOST, true)
        .add("lax.abs", REAL, ONE, Lax::abs)
        .add("lax.add", REAL, TWO, Lax::add)
        .add("lax.clamp", FLOAT, "share a b, a b, above a b", Lax::clamp)
        .add("lax.div", FLOAT, "a b, positive a b", Lax::div)
        .add("lax.fma", WIDE, "a b, a b, a b", Lax::fma)
        .add("lax.integerPow", FLOAT, ONE, x -> Lax.integerPow(x, 3))
        .add("lax.max", REAL, TWO, Lax::max)
        .add("lax.min", REAL, TWO, Lax::min)
        .add("lax.mul", REAL, TWO, Lax::mul)
        .add("lax.neg", REAL, ONE, Lax::neg)
        .add("lax.relu", FLOAT, ONE, Lax::relu)
        .add("lax.rem", FLOAT, "a b, positive a b", Lax::rem)
        .add("lax.select", FLOAT, "bool a b, a b, a b", Lax::select)
        .add("lax.selectN", FLOAT, "bool a b, a b, a b", (p, x, y) -> Lax.selectN(p, List.of(x, y)))
        .add("lax.square", REAL, ONE, Lax::square)
        .add("lax.sub", REAL, TWO, Lax::sub)
        .forward("lax.ceil", FLOAT, ONE, Lax::ceil)
        .forward("lax.floor", FLOAT, ONE, Lax::floor)
        .forward("lax.round", FLOAT, ONE, x -> Lax.round(x, RoundingMethod.TO_NEAREST_EVEN))
        .forward("lax.sign", REAL, ONE, Lax::sign)
        .forward("lax.nextafter", WIDE, TWO, Lax::nextafter)
        .add("lax.reducePrecision", WIDE, ONE, x -> Lax.reducePrecision(x, 5, 10))
        .add("lax.stopGradient", FLOAT, TWO, (x, y) -> Lax.stopGradient(x).mul(y))
        .add("lax.optimizationBarrier", FLOAT, ONE, x -> Lax.optimizationBarrier(List.of(x)))
        .add("lax.convertElementType", FLOAT, ONE, x -> Lax.convertElementType(x, DType.F16));
  }

  private static Family functions() {
    return new Family("functions", MOST, true)
        .add("lax.acos", FLOAT, "within a b", Lax::acos)
        .add("lax.acosh", FLOAT, "above a b", Lax::acosh)
        .add("lax.asin", FLOAT, "within a b", Lax::asin)
        .add("lax.asinh", FLOAT, ONE, Lax::asinh)
        .add("lax.atan", FLOAT, ONE, Lax::atan)
        .add("lax.atan2", FLOAT, TWO, Lax::atan2)
        .add("lax.atanh", FLOAT, "within a b", Lax::atanh)
        .add("lax.cbrt", FLOAT, POSITIVE, Lax::cbrt)
        .add("lax.cos", FLOAT, ONE, Lax::cos)
        .add("lax.cosh", FLOAT, ONE, Lax::cosh)
        .add("lax.exp", FLOAT, ONE, Lax::exp)
        .add("lax.exp2", FLOAT, ONE, Lax::exp2)
        .add("lax.expm1", FLOAT, ONE, Lax::expm1)
        .add("lax.log", FLOAT, POSITIVE, Lax::log)
        .add("lax.log1p", FLOAT, POSITIVE, Lax::log1p)
        .add("lax.logaddexp", FLOAT, TWO, Lax::logaddexp)
        .add("lax.logistic", FLOAT, ONE, Lax::logistic)
        .add("lax.pow", FLOAT, "positive a b, a b", Lax::pow)
        .add("lax.rsqrt", FLOAT, POSITIVE, Lax::rsqrt)
        .add("lax.sin", FLOAT, ONE, Lax::sin)
        .add("lax.sinh", FLOAT, ONE, Lax::sinh)
        .add("lax.sinOverX", WIDE, POSITIVE, Lax::sinOverX)
        .add("lax.sqrt", FLOAT, POSITIVE, Lax::sqrt)
        .add("lax.tan", FLOAT, ONE, Lax::tan)
        .add("lax.tanh", FLOAT, ONE, Lax::tanh);
  }

  private static Family special() {
    return new Family("special", FEWER, true)
        .add("lax.besselI0e", WIDE, ONE, Lax::besselI0e)
        .add("lax.besselI1e", WIDE, ONE, Lax::besselI1e)
        .add("lax.besselIe", WIDE, ONE, x -> Lax.besselIe(0, x))
        .add("lax.beta", WIDE, "positive a b, positive a b", Lax::beta)
        .add("lax.logBeta", WIDE, "positive a b, positive a b", Lax::logBeta)
        .forward("lax.betainc", WIDE, "positive a b, positive a b, share a b", Lax::betainc)
        .add("lax.digamma", WIDE, POSITIVE, Lax::digamma)
        .add("lax.erf", FLOAT, ONE, Lax::erf)
        .add("lax.erfc", FLOAT, ONE, Lax::erfc)
        .add("lax.erfInv", FLOAT, "within a b", Lax::erfInv)
        .add("lax.igamma", WIDE, "positive a b, positive a b", Lax::igamma)
        .add("lax.igammac", WIDE, "positive a b, positive a b", Lax::igammac)
        .forward("lax.igammaGradA", WIDE, "positive a b, positive a b", Lax::igammaGradA)
        .add("lax.lgamma", WIDE, POSITIVE, Lax::lgamma)
        .forward("lax.polygamma", WIDE, POSITIVE, x -> Lax.polygamma(Numpy.fullLike(x, 2), x))
        .forward("lax.randomGammaGrad", WIDE, "positive a b, positive a b", Lax::randomGammaGrad)
        .forward("lax.zeta", WIDE, "above a b, positive a b", Lax::zeta)
        .add("special.ndtr", WIDE, ONE, Special::ndtr)
        .add("special.ndtri", WIDE, SHARE, Special::ndtri)
        .add("special.logNdtr", WIDE, ONE, Special::logNdtr)
        .add("special.entr", WIDE, POSITIVE, Special::entr)
        .add("special.xlogy", WIDE, "a b, positive a b", Special::xlogy)
        .add("special.logit", WIDE, SHARE, Special::logit);
  }

  private static Family bits() {
    return new Family("bits", MOST, true)
        .forward("lax.bitwiseAnd", WHOLE, TWO_IDS, Lax::bitwiseAnd)
        .forward("lax.bitwiseOr", WHOLE, TWO_IDS, Lax::bitwiseOr)
        .forward("lax.bitwiseXor", WHOLE, TWO_IDS, Lax::bitwiseXor)
        .forward("lax.not", WHOLE, IDS, Lax::not)
        .forward("lax.clz", WHOLE, IDS, Lax::clz)
        .forward("lax.populationCount", WHOLE, IDS, Lax::populationCount)
        .forward("lax.mulhi", WHOLE, TWO_IDS, Lax::mulhi)
        .forward("lax.shiftLeft", WHOLE, "ids(100) a b, ids(31) a b", Lax::shiftLeft)
        .forward(
            "lax.shiftRightArithmetic",
            WHOLE,
            "ids(100) a b, ids(31) a b",
            Lax::shiftRightArithmetic)
        .forward(
            "lax.shiftRightLogical", WHOLE, "ids(100) a b, ids(31) a b", Lax::shiftRightLogical)
        .forward(
            "lax.bitcastConvertType",
            Family.SINGLE,
            ONE,
            x -> Lax.bitcastConvertType(x, DType.I32));
  }

  private static Family comparisons() {
    return new Family("comparisons", MOST, true)
        .forward("lax.eq", REAL, TWO, Lax::eq)
        .forward("lax.ne", REAL, TWO, Lax::ne)
        .forward("lax.lt", REAL, TWO, Lax::lt)
        .forward("lax.le", REAL, TWO, Lax::le)
        .forward("lax.gt", REAL, TWO, Lax::gt)
        .forward("lax.ge", REAL, TWO, Lax::ge)
        .forward("lax.isFinite", FLOAT, ONE, Lax::isFinite)
        .forward("numpy.isnan", FLOAT, "gaps a b", Numpy::isnan)
        .forward("numpy.isclose", FLOAT, TWO, (x, y) -> Numpy.isclose(x, y))
        .forward("numpy.allclose", FLOAT, TWO, (x, y) -> Numpy.allclose(x, y))
        .forward("numpy.logicalAnd", WHOLE, "bool a b, bool a b", Numpy::logicalAnd);
  }

  private static Family numpy() {
    return new Family("numpy elementwise", MOST, true)
        .add("numpy.add", FLOAT, "a b, b", Numpy::add)
        .add("numpy.subtract", FLOAT, "a b, a 1", (x, y) -> Numpy.subtract(x, y))
        .add("numpy.multiply", FLOAT, "a 1, 1 b", Numpy::multiply)
        .add("numpy.divide", FLOAT, "a b, positive b", (x, y) -> Numpy.divide(x, y))
        .add("numpy.power", FLOAT, "positive a b, b", (x, y) -> Numpy.power(x, y))
        .forward("numpy.floorDivide", REAL, "a b, positive a b", (x, y) -> Numpy.floorDivide(x, y))
        .forward("numpy.mod", REAL, "a b, positive a b", (x, y) -> Numpy.mod(x, y))
        .add("numpy.maximum", FLOAT, TWO, (x, y) -> Numpy.maximum(x, y))
        .add("numpy.minimum", FLOAT, TWO, (x, y) -> Numpy.minimum(x, y))
        .add("numpy.clip", FLOAT, ONE, x -> Numpy.clip(x, -0.5, 0.5))
        .add("numpy.where", FLOAT, "bool a b, a b, a b", (p, x, y) -> Numpy.where(p, x, y))
        .add("numpy.hypot", WIDE, TWO, Numpy::hypot)
        .add("numpy.log2", FLOAT, POSITIVE, Numpy::log2)
        .add("numpy.log10", FLOAT, POSITIVE, Numpy::log10)
        .add("numpy.reciprocal", FLOAT, POSITIVE, Numpy::reciprocal)
        .add("numpy.sinc", WIDE, ONE, Numpy::sinc)
        .add("numpy.nanToNum", FLOAT, "gaps a b", x -> Numpy.nanToNum(x))
        .add("numpy.interp", WIDE, "a b, sorted n:2-2000, n", (x, p, f) -> Numpy.interp(x, p, f))
        .add("numpy.outer", FLOAT, "a, b", Numpy::outer);
  }
}
