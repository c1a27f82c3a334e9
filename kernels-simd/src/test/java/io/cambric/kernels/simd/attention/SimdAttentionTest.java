package io.cambric.kernels.simd.attention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScoreGradients;
import io.cambric.kernel.ScoreOperands;
import io.cambric.kernel.ScoreSpec;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.kernels.simd.Compiled;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.Seeds;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Attention tile by tile against attention row by row. */
public class SimdAttentionTest {

  private static final Kernels SIMD = Compiled.kernels();
  private static final Kernels PLAIN = new PlainKernels();

  static LongStream seeds() {
    return Seeds.of(60);
  }

  /** A problem with its operands. */
  public record Problem(ScoreSpec spec, ScoreOperands operands, Operand cotangent, Operand sums) {

    static Problem random(Random random) {
      int groups = 1 + random.nextInt(2);
      var spec =
          new ScoreSpec(
              1 + random.nextInt(2),
              edge(random),
              edge(random),
              groups * (1 + random.nextInt(2)),
              groups,
              1 + random.nextInt(40),
              1 + random.nextInt(40),
              0.1 + 2 * random.nextDouble(),
              random.nextBoolean() ? Integer.MAX_VALUE : random.nextInt(80),
              random.nextBoolean() ? Integer.MAX_VALUE : random.nextInt(80) - 10,
              DType.F32);
      return of(spec, random.nextInt(3) == 0, random.nextInt(3) == 0, random);
    }

    /** Sizes around the edges of tiles. */
    private static int edge(Random random) {
      int[] around = {1, 8, 16, 32, 64, 128, 192, 256};
      return Math.max(1, around[random.nextInt(around.length)] + random.nextInt(5) - 2);
    }

    public static Problem of(ScoreSpec spec, boolean bias, boolean mask, Random random) {
      var operands =
          new ScoreOperands(
              fill(spec.batch(), spec.queries(), spec.heads(), spec.size(), random),
              fill(spec.batch(), spec.keys(), spec.groups(), spec.size(), random),
              fill(spec.batch(), spec.keys(), spec.groups(), spec.valueSize(), random),
              bias ? fill(spec.batch(), spec.heads(), spec.queries(), spec.keys(), random) : null,
              mask ? mask(spec, random) : null);
      var cotangent = fill(spec.batch(), spec.queries(), spec.heads(), spec.valueSize(), random);
      return new Problem(
          spec, operands, cotangent, fill(1, spec.batch(), spec.heads(), spec.queries(), random));
    }

    private static Operand fill(int a, int b, int c, int d, Random random) {
      var shape = Shape.of(a, b, c, d);
      return Operand.dense(Buffer.wrap(KernelOperands.floats(shape.size(), random)), shape);
    }

    /** One mask for all heads; a row in eight hides all keys. */
    private static Operand mask(ScoreSpec spec, Random random) {
      int keys = spec.keys();
      byte[] seen = new byte[spec.batch() * spec.queries() * keys];
      for (int row = 0; row < seen.length; row += keys) {
        boolean none = random.nextInt(8) == 0;
        for (int s = 0; s < keys; s++) {
          seen[row + s] = (byte) (none || random.nextInt(3) == 0 ? 0 : 1);
        }
      }
      int[] strides = {spec.queries() * keys, 0, keys, 1};
      return new Operand(Buffer.wrap(DType.BOOL, seen), 0, strides);
    }

    /** Attended values and logarithms of the sums. */
    public float[][] forward(Kernels kernels) {
      var out = zeros(spec.batch(), spec.queries(), spec.heads(), spec.valueSize());
      var logSums = perQuery();
      kernels.attention(spec, operands, out, logSums);
      return new float[][] {out.buffer().floats(), logSums.buffer().floats()};
    }

    /** Cotangents of queries, keys, values and scores. */
    public float[][] gradient(Kernels kernels, float[] logSums) {
      var query = zeros(spec.batch(), spec.queries(), spec.heads(), spec.size());
      var key = zeros(spec.batch(), spec.keys(), spec.groups(), spec.size());
      var value = zeros(spec.batch(), spec.keys(), spec.groups(), spec.valueSize());
      var bias = zeros(spec.batch(), spec.heads(), spec.queries(), spec.keys());
      kernels.attentionGradient(
          spec,
          operands,
          new Operand(Buffer.wrap(logSums), 0, perQuery().strides()),
          cotangent,
          new Operand(sums.buffer(), 0, perQuery().strides()),
          new ScoreGradients(query, key, value, bias));
      return new float[][] {
        query.buffer().floats(),
        key.buffer().floats(),
        value.buffer().floats(),
        bias.buffer().floats()
      };
    }

    private Operand perQuery() {
      var shape = Shape.of(spec.batch(), spec.heads(), spec.queries());
      return Operand.dense(Buffer.allocate(DType.F32, shape.size()), shape);
    }

    private static Operand zeros(int... dims) {
      var shape = Shape.of(dims);
      return Operand.dense(Buffer.allocate(DType.F32, shape.size()), shape);
    }
  }

  private static void assertNear(float[][] actual, float[][] expected, Object what) {
    for (int k = 0; k < expected.length; k++) {
      float largest = 1;
      for (float x : expected[k]) {
        largest = Math.max(largest, Math.abs(x));
      }
      assertThat(actual[k]).hasSameSizeAs(expected[k]);
      for (int i = 0; i < expected[k].length; i++) {
        assertThat(actual[k][i])
            .as("result %d, element %d of %s", k, i, what)
            .isCloseTo(expected[k][i], within(largest * 2e-5f));
      }
    }
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void agrees_with_rows_in_double_precision(long seed) {
    var problem = Problem.random(new Random(seed));
    float[][] expected = problem.forward(PLAIN);

    assertNear(problem.forward(SIMD), expected, problem.spec());
    assertNear(
        problem.gradient(SIMD, expected[1]), problem.gradient(PLAIN, expected[1]), problem.spec());
  }

  @Test
  void keys_of_weight_minus_infinity_are_left_out_whole_tiles_of_them_too() {
    var random = new Random(5);
    var spec = new ScoreSpec(1, 3, 300, 1, 1, 4, 4, 1, MAX, MAX, DType.F32);
    var problem = Problem.of(spec, true, false, random);
    float[] bias = problem.operands().bias().buffer().floats();
    for (int s = 0; s < 200; s++) {
      bias[s] = Float.NEGATIVE_INFINITY;
    }

    float[][] result = problem.forward(SIMD);

    assertNear(result, problem.forward(PLAIN), spec);
    assertThat(result[0]).doesNotContain(Float.NaN);
  }

  @Test
  void very_large_scores_do_not_overflow() {
    var spec = new ScoreSpec(1, 70, 140, 1, 1, 8, 8, 1e4, MAX, 0, DType.F32);
    var problem = Problem.of(spec, false, false, new Random(6));

    assertNear(problem.forward(SIMD), problem.forward(PLAIN), spec);
  }

  private static final int MAX = Integer.MAX_VALUE;
}
