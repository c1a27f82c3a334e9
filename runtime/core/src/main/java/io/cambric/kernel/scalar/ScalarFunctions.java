package io.cambric.kernel.scalar;

import io.cambric.array.DType;
import io.cambric.kernel.ScalarOp;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The static methods that compute one value of a floating operation, for generated code. */
public final class ScalarFunctions {

  private ScalarFunctions() {}

  /** {@return whether a floating operation is a function, not an instruction of the JVM} */
  public static boolean has(ScalarOp op, DType dtype) {
    return switch (op) {
      case SIGN, FLOOR, CEIL, ROUND_AWAY, ROUND_EVEN, RSQRT, CBRT -> true;
      case EXP, EXP2, EXPM1, LOG, LOG1P, LOGISTIC, POW -> true;
      case SIN, COS, TAN, ASIN, ACOS, ATAN, SINH, COSH, TANH, ASINH, ACOSH, ATANH -> true;
      case ERF, ERFC, ERF_INV, LGAMMA, DIGAMMA, TRIGAMMA, DIGAMMA_DIFFERENCE -> true;
      case BESSEL_I0E, BESSEL_I0E_DERIVATIVE, BESSEL_I1E, BESSEL_I1E_DERIVATIVE -> true;
      case ATAN2, NEXTAFTER -> dtype != DType.F64;
      default -> false;
    };
  }

  /** {@return the class with the function of a floating operation} */
  public static Class<?> owner(ScalarOp op, DType dtype) {
    return dtype == DType.F64 ? ownerOfDoubles(op) : ownerOfFloats(op);
  }

  private static Class<?> ownerOfDoubles(ScalarOp op) {
    return switch (op) {
      case CBRT -> Math.class;
      case POW -> DoublePowers.class;
      case SIN, COS, TAN, ASIN, ACOS, ATAN -> DoubleCircularMath.class;
      case ERF, ERFC, ERF_INV -> DoubleErrorFunctions.class;
      case LGAMMA, DIGAMMA, TRIGAMMA, DIGAMMA_DIFFERENCE -> DoubleGammaMath.class;
      case BESSEL_I0E, BESSEL_I0E_DERIVATIVE, BESSEL_I1E, BESSEL_I1E_DERIVATIVE ->
          DoubleBesselMath.class;
      default -> DoubleMath.class;
    };
  }

  private static Class<?> ownerOfFloats(ScalarOp op) {
    return switch (op) {
      case SIN, COS, TAN, ASIN, ACOS, ATAN, ATAN2 -> CircularMath.class;
      case SINH, COSH, TANH, ASINH, ACOSH, ATANH -> HyperbolicMath.class;
      case LGAMMA, DIGAMMA, TRIGAMMA, DIGAMMA_DIFFERENCE -> GammaMath.class;
      case BESSEL_I0E, BESSEL_I0E_DERIVATIVE, BESSEL_I1E, BESSEL_I1E_DERIVATIVE -> BesselMath.class;
      default -> ScalarMath.class;
    };
  }

  /** {@return the name of the method of an operation, which is the operation in camel case} */
  public static String name(ScalarOp op) {
    if (op == ScalarOp.NEXTAFTER) {
      return "nextAfter";
    }
    var words = op.name().toLowerCase(Locale.ROOT).split("_");
    return words[0]
        + Arrays.stream(words, 1, words.length)
            .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
            .collect(Collectors.joining());
  }
}
