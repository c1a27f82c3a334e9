package io.cambric.kernel.scalar;

import java.math.BigDecimal;
import java.math.MathContext;

/** Functions of decimal numbers to many digits, by series that converge for all arguments. */
final class ExactMath {

  private static final MathContext DIGITS = new MathContext(60);

  private static final BigDecimal ONE = BigDecimal.ONE;
  private static final BigDecimal TWO = BigDecimal.TWO;

  /** Terms of a series below this part of its sum are left out. */
  private static final BigDecimal NEGLIGIBLE = new BigDecimal("1e-55");

  /** Arguments of series are at most this large, so that few terms are needed. */
  private static final BigDecimal SMALL = new BigDecimal("0.01");

  /** The first hundred digits. */
  private static final BigDecimal PI =
      new BigDecimal(
          "3.14159265358979323846264338327950288419716939937510"
              + "58209749445923078164062862089986280348253421170679");

  private ExactMath() {}

  /** A term of a series from the term before it. */
  private interface Next {

    BigDecimal of(BigDecimal term, int number);
  }

  private static BigDecimal series(BigDecimal first, Next next) {
    var sum = first;
    var term = first;
    for (int k = 1; term.signum() != 0; k++) {
      term = next.of(term, k).round(DIGITS);
      if (term.abs().compareTo(sum.abs().multiply(NEGLIGIBLE)) < 0) {
        return sum;
      }
      sum = sum.add(term, DIGITS);
    }
    return sum;
  }

  private static BigDecimal divide(BigDecimal x, BigDecimal y) {
    return x.divide(y, DIGITS);
  }

  private static BigDecimal divide(BigDecimal x, long y) {
    return divide(x, BigDecimal.valueOf(y));
  }

  /** exp(x) - 1 without cancellation: doubled arguments give e (e + 2). */
  static BigDecimal expm1(BigDecimal x) {
    if (x.abs().compareTo(SMALL) > 0) {
      var half = expm1(divide(x, 2));
      return half.multiply(half.add(TWO), DIGITS);
    }
    return series(x, (term, k) -> divide(term.multiply(x, DIGITS), k + 1));
  }

  static BigDecimal exp(BigDecimal x) {
    return x.signum() < 0 ? divide(ONE, exp(x.negate())) : expm1(x).add(ONE, DIGITS);
  }

  static BigDecimal log(BigDecimal x) {
    return log1p(x.subtract(ONE));
  }

  /** log(1 + x): roots bring 1 + x close to 1, where twice the series of atanh(x / (2 + x)) is. */
  static BigDecimal log1p(BigDecimal x) {
    if (x.abs().compareTo(SMALL) > 0) {
      var root = x.add(ONE).sqrt(new MathContext(70)).subtract(ONE);
      return log1p(root).multiply(TWO);
    }
    return atanhNear0(divide(x, x.add(TWO))).multiply(TWO);
  }

  private static BigDecimal atanhNear0(BigDecimal x) {
    return oddPowers(x, x.multiply(x));
  }

  /** x + x factor / 3 + x factor^2 / 5 + ... */
  private static BigDecimal oddPowers(BigDecimal x, BigDecimal factor) {
    var power = new BigDecimal[] {x};
    return series(
        x,
        (term, k) -> {
          power[0] = power[0].multiply(factor, DIGITS);
          return divide(power[0], 2L * k + 1);
        });
  }

  static BigDecimal atanh(BigDecimal x) {
    return divide(log1p(divide(x.multiply(TWO), ONE.subtract(x))), 2);
  }

  static BigDecimal asinh(BigDecimal x) {
    if (x.signum() < 0) {
      return asinh(x.negate()).negate();
    }
    // x + sqrt(x^2 + 1) - 1, without cancellation.
    var square = x.multiply(x);
    var root = square.add(ONE).sqrt(DIGITS);
    return log1p(x.add(divide(square, root.add(ONE))).round(DIGITS));
  }

  static BigDecimal acosh(BigDecimal x) {
    var t = x.subtract(ONE);
    return log1p(t.add(t.multiply(t.add(TWO)).sqrt(DIGITS)));
  }

  static BigDecimal sinh(BigDecimal x) {
    var e = expm1(x.abs());
    var y = divide(e.add(divide(e, e.add(ONE))), 2);
    return x.signum() < 0 ? y.negate() : y;
  }

  static BigDecimal cosh(BigDecimal x) {
    var e = exp(x.abs());
    return divide(e.add(divide(ONE, e)), 2);
  }

  static BigDecimal tanh(BigDecimal x) {
    var e = expm1(x.multiply(TWO));
    return divide(e, e.add(TWO));
  }

  static BigDecimal logistic(BigDecimal x) {
    return divide(ONE, exp(x.negate()).add(ONE));
  }

  static BigDecimal exp2(BigDecimal x) {
    return exp(x.multiply(log(TWO)));
  }

  static BigDecimal rsqrt(BigDecimal x) {
    return divide(ONE, x.sqrt(DIGITS));
  }

  static BigDecimal pow(BigDecimal x, BigDecimal y) {
    return exp(y.multiply(log(x), DIGITS));
  }

  /** Angles are halved until the series of the arctangent has few terms. */
  static BigDecimal atan(BigDecimal x) {
    var square = x.multiply(x);
    if (x.abs().compareTo(SMALL) > 0) {
      var root = square.add(ONE).sqrt(DIGITS);
      return atan(divide(x, root.add(ONE))).multiply(TWO);
    }
    return oddPowers(x, square.negate());
  }

  static BigDecimal asin(BigDecimal x) {
    var rest = ONE.subtract(x.multiply(x));
    return rest.signum() == 0
        ? divide(PI, 2).multiply(x)
        : atan(divide(x, rest.sqrt(new MathContext(70))));
  }

  static BigDecimal acos(BigDecimal x) {
    return divide(PI, 2).subtract(asin(x));
  }

  static BigDecimal sin(BigDecimal x) {
    var r = x.remainder(PI.multiply(TWO));
    var square = r.multiply(r, DIGITS).negate();
    return series(
        r.round(DIGITS), (term, k) -> divide(term.multiply(square, DIGITS), 2L * k * (2L * k + 1)));
  }

  static BigDecimal cos(BigDecimal x) {
    return sin(x.add(divideByTwo(PI)));
  }

  static BigDecimal tan(BigDecimal x) {
    return divide(sin(x), cos(x));
  }

  /** {@return a half, with all digits} */
  private static BigDecimal divideByTwo(BigDecimal x) {
    return x.multiply(new BigDecimal("0.5"));
  }

  /** 2 / sqrt(pi) exp(-x^2) (x + 2 x^3 / 3 + 4 x^5 / 15 + ...), where all terms have one sign. */
  static BigDecimal erf(BigDecimal x) {
    var square = x.multiply(x, DIGITS);
    var sum = series(x, (term, k) -> divide(term.multiply(square).multiply(TWO), 2L * k + 1));
    return divide(sum.multiply(TWO).multiply(exp(square.negate())), PI.sqrt(DIGITS));
  }

  /** Far from 0 by the continued fraction of Laplace. */
  static BigDecimal erfc(BigDecimal x) {
    if (x.compareTo(TWO) < 0) {
      return ONE.subtract(erf(x));
    }
    var fraction = x;
    for (int k = 300; k > 0; k--) {
      fraction = x.add(divide(BigDecimal.valueOf(k), fraction.multiply(TWO)), DIGITS);
    }
    return divide(exp(x.multiply(x).negate()), fraction.multiply(PI.sqrt(DIGITS)));
  }

  /** Newton's method, from a number that is close. */
  static BigDecimal erfInv(BigDecimal x, BigDecimal close) {
    var y = close;
    for (int step = 0; step < 4; step++) {
      var slope = divide(exp(y.multiply(y).negate()).multiply(TWO), PI.sqrt(DIGITS));
      y = y.subtract(divide(erf(y).subtract(x), slope), DIGITS);
    }
    return y;
  }
}
