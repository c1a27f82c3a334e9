package io.cambric.testing;

import java.util.Random;

/**
 * Doubles at which functions or their formulas change: limits of the type, of ranges and of halves.
 */
public final class DoubleEdges {

  private static final double[] ALL = {
    0.0,
    -0.0,
    1,
    -1,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MIN_NORMAL,
    -Double.MIN_NORMAL,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    709.782712893384,
    709.7827128933841,
    710.4758600739439,
    710.475860073944,
    710.6,
    -745.1332191019411,
    -745.1332191019412,
    -708.3964185322641,
    -38.0,
    1023.9999999999999,
    1024,
    -1022,
    -1074.5,
    -1075,
    -1076,
    0x1p-54,
    -0x1p-54,
    0x1p-53,
    0x1p30,
    0x1.0000000000001p30,
    0x1p60,
    0x1.0000000000001p60,
    -1e10,
    1e300,
    2,
    -2,
    3,
    -3,
    0.5,
    -0.5,
    1.5,
    -2.5,
    0.49999999999999994,
    -0.49999999999999994,
    0.9999999999999999,
    -0.9999999999999999,
    1.0000000000000002,
    -0.75,
    0.84375,
    1.25,
    6,
    28,
    0x1p51,
    2251799813685247.5,
    4503599627370495.5,
    -4503599627370494.5,
    0x1p52,
    -9007199254740993.0,
    0x1p53
  };

  private DoubleEdges() {}

  /** {@return a copy of them} */
  public static double[] all() {
    return ALL.clone();
  }

  /** {@return the edges, followed by numbers of all magnitudes, most of them moderate} */
  public static double[] andOthers(int count, Random random) {
    double[] numbers = new double[ALL.length + count];
    System.arraycopy(ALL, 0, numbers, 0, ALL.length);
    for (int i = 0; i < count; i++) {
      numbers[ALL.length + i] =
          switch (i % 6) {
            case 0 -> Double.longBitsToDouble(random.nextLong());
            case 1 -> random.nextGaussian();
            case 2 -> random.nextGaussian() * 30;
            case 3 -> random.nextGaussian() * 300;
            case 4 -> random.nextInt(-40, 40) / 4.0;
            default -> Math.scalb(random.nextDouble() - 0.5, -random.nextInt(70));
          };
    }
    return numbers;
  }
}
