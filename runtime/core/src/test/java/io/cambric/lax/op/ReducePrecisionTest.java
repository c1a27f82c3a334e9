package io.cambric.lax.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code reduce_precision} of arrays of f64, against the rounding of the bits of each number. */
class ReducePrecisionTest {

  private static final int COUNT = 20_000;

  @ParameterizedTest
  @CsvSource({
    "5, 10", "8, 23", "8, 7", "4, 3", "10, 51", "10, 1", "10, 52", "2, 1", "11, 10", "8, 0"
  })
  void arrays_of_doubles_are_rounded_to_nearest_even(int exponentBits, int mantissaBits) {
    var function = new ReducePrecision(exponentBits, mantissaBits);
    double[] numbers = numbers(mantissaBits);
    var x = NdArray.of(new ShapedArray(Shape.of(COUNT), DType.F64), Buffer.wrap(numbers));
    var result = UnaryOps.reducePrecision(x, exponentBits, mantissaBits).concrete("test");
    for (int i = 0; i < COUNT; i++) {
      assertThat(Double.valueOf(result.getDouble(i)))
          .as("%s", numbers[i])
          .isEqualTo((Double) function.at(new double[] {numbers[i]}));
    }
  }

  /** Numbers of all magnitudes, of which a third are ties and a third are next to ties. */
  private static double[] numbers(int mantissaBits) {
    var random = new Random(mantissaBits);
    double[] numbers = new double[COUNT];
    for (int i = 0; i < COUNT; i++) {
      long bits = random.nextLong();
      int dropped = 52 - mantissaBits;
      if (dropped > 0 && i % 3 > 0) {
        bits = (bits >> dropped << dropped | 1L << (dropped - 1)) + (i % 3 - 1) * (i % 5 - 2);
      }
      double x = Double.longBitsToDouble(bits);
      numbers[i] = i % 2 == 0 ? x : Math.scalb(x, -Math.getExponent(x) + random.nextInt(20) - 10);
    }
    return numbers;
  }
}
