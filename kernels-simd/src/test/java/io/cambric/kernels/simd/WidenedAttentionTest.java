package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScoreGradients;
import io.cambric.kernel.ScoreOperands;
import io.cambric.kernel.ScoreSpec;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.testing.Seeds;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Attention of half types has the values of the plain kernels, but for the last bits of a half. */
class WidenedAttentionTest {

  private static final Kernels SIMD = new SimdKernels();
  private static final Kernels PLAIN = new PlainKernels();

  static LongStream seeds() {
    return Seeds.of(20);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void attention_and_its_gradients_are_rounded_once(long seed) {
    var random = new Random(seed);
    var dtype = random.nextBoolean() ? DType.BF16 : DType.F16;
    int queries = 1 + random.nextInt(40);
    int keys = 1 + random.nextInt(40);
    int after = random.nextBoolean() ? Integer.MAX_VALUE : 0;
    var spec = new ScoreSpec(2, queries, keys, 4, 2, 8, 6, 0.3, Integer.MAX_VALUE, after, dtype);
    boolean biased = random.nextBoolean();
    var operands =
        new ScoreOperands(
            filled(dtype, random, 2, queries, 4, 8),
            filled(dtype, random, 2, keys, 2, 8),
            filled(dtype, random, 2, keys, 2, 6),
            biased ? filled(dtype, random, 2, 4, queries, keys) : null,
            null);
    var cotangent = filled(dtype, random, 2, queries, 4, 6);
    // Sums for each query are floats, or rounded as all operands are.
    var dtypeOfSums = random.nextBoolean() ? DType.F32 : dtype;
    var sums = filled(dtypeOfSums, random, 2, 4, queries);

    var expected = results(PLAIN, spec, operands, cotangent, sums);
    var actual = results(SIMD, spec, operands, cotangent, sums);

    for (int k = 0; k < expected.size(); k++) {
      for (int i = 0; i < expected.get(k).length(); i++) {
        double value = expected.get(k).getDouble(i);
        double near = 0.01 * Math.max(1, Math.abs(value));
        assertThat(actual.get(k).getDouble(i))
            .as("result %d of %s", k, spec)
            .isBetween(value - near, value + near);
      }
    }
  }

  /** {@return attended values, and cotangents of queries, keys, values and scores} */
  private static List<Buffer> results(
      Kernels kernels, ScoreSpec spec, ScoreOperands operands, Operand cotangent, Operand sums) {
    var dtype = spec.dtype();
    var out = empty(dtype, 2, spec.queries(), 4, 6);
    var logSums = empty(DType.F32, 2, 4, spec.queries());
    kernels.attention(spec, operands, out, logSums);
    var query = empty(dtype, 2, spec.queries(), 4, 8);
    var key = empty(dtype, 2, spec.keys(), 2, 8);
    var value = empty(dtype, 2, spec.keys(), 2, 6);
    var bias = operands.bias() == null ? null : empty(dtype, 2, 4, spec.queries(), spec.keys());
    var gradients = new ScoreGradients(query, key, value, bias);
    var given = converted(logSums, sums.buffer().dtype(), 2, 4, spec.queries());
    kernels.attentionGradient(spec, operands, given, cotangent, sums, gradients);
    return bias == null
        ? List.of(out.buffer(), query.buffer(), key.buffer(), value.buffer())
        : List.of(out.buffer(), query.buffer(), key.buffer(), value.buffer(), bias.buffer());
  }

  private static Operand empty(DType dtype, int... dims) {
    var shape = Shape.of(dims);
    return Operand.dense(Buffer.allocate(dtype, shape.size()), shape);
  }

  private static Operand converted(Operand operand, DType dtype, int... dims) {
    var converted = empty(dtype, dims);
    for (int i = 0; i < converted.buffer().length(); i++) {
      converted.buffer().setDouble(i, operand.buffer().getDouble(i));
    }
    return converted;
  }

  private static Operand filled(DType dtype, Random random, int... dims) {
    var operand = empty(dtype, dims);
    for (int i = 0; i < operand.buffer().length(); i++) {
      operand.buffer().setDouble(i, random.nextGaussian());
    }
    return operand;
  }
}
