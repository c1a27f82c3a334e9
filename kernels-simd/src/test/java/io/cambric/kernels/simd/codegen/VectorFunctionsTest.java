package io.cambric.kernels.simd.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.scalar.F32Ops;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.testing.FloatEdges;
import io.cambric.testing.Seeds;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Vector code of functions, against the plain loops. */
class VectorFunctionsTest {

  static LongStream seeds() {
    return Seeds.of(6);
  }

  private static float apply(ScalarOp op, float x) {
    float[] out = new float[1];
    F32Ops.unary(op, new float[] {x}, 0, out, 0, 1);
    return out[0];
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void vectors_give_the_bits_of_single_elements(long seed) {
    var random = new Random(seed);
    int n = 16_384 + random.nextInt(20);
    float[] edges = FloatEdges.all();
    float[] x = new float[n + 3];
    for (int i = 0; i < x.length; i++) {
      x[i] =
          i < edges.length
              ? edges[i]
              : i % 2 == 0
                  ? (float) (random.nextGaussian() * 3)
                  : Float.intBitsToFloat(random.nextInt());
    }
    WarmUp.skipWaiting(true);
    for (var op : ScalarOp.values()) {
      var function = VectorFunctions.of(op, DType.F32);
      if (function == null) {
        continue;
      }
      float[] out = new float[n];
      function.run(x, 3, out, 0, n);
      float[] inPlace = x.clone();
      function.run(inPlace, 3, inPlace, 3, n);
      for (int i = 0; i < n; i++) {
        int expected = Float.floatToIntBits(apply(op, x[i + 3]));
        assertThat(Float.floatToIntBits(out[i])).as("%s of %s", op, x[i + 3]).isEqualTo(expected);
        assertThat(Float.floatToIntBits(inPlace[i + 3])).isEqualTo(expected);
      }
    }
  }
}
