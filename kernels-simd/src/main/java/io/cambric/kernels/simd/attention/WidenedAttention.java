package io.cambric.kernels.simd.attention;

import io.cambric.array.DType;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScoreGradients;
import io.cambric.kernel.ScoreOperands;
import io.cambric.kernel.ScoreSpec;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernels.simd.gemm.HalfOperands;
import org.jspecify.annotations.Nullable;

/** Attention of half types: computed in f32, with each result rounded once. */
public final class WidenedAttention implements AutoCloseable {

  private final ScoreSpec spec;
  private final ScoreSpec floats;
  private final Scratch scratch = new Scratch();

  private WidenedAttention(ScoreSpec spec) {
    this.spec = spec;
    floats =
        new ScoreSpec(
            spec.batch(),
            spec.queries(),
            spec.keys(),
            spec.heads(),
            spec.groups(),
            spec.size(),
            spec.valueSize(),
            spec.scale(),
            spec.before(),
            spec.after(),
            DType.F32);
  }

  /** {@return whether the operands are of a half type, with a bias of at most f32} */
  public static boolean supports(ScoreSpec spec, ScoreOperands x) {
    var bias = x.bias();
    return HalfOperands.areWidened(spec.dtype())
        && (bias == null || isHalf(bias) || bias.buffer().dtype() == DType.F32);
  }

  private static boolean isHalf(Operand operand) {
    return HalfOperands.areWidened(operand.buffer().dtype());
  }

  /** Computes attention; see {@link SimdAttention}. */
  public static void run(ScoreSpec spec, ScoreOperands x, Operand out, Operand logSums) {
    try (var widened = new WidenedAttention(spec)) {
      int[] dims = widened.values(spec.queries(), spec.heads());
      var sums = widened.blank(out, dims);
      SimdAttention.run(widened.floats, widened.of(x), sums, logSums);
      HalfOperands.round(sums, out, dims);
    }
  }

  /** Computes the gradients of attention; see {@link SimdAttentionGradient}. */
  public static void gradient(
      ScoreSpec spec,
      ScoreOperands x,
      Operand logSums,
      Operand cotangent,
      Operand sums,
      ScoreGradients out) {
    try (var widened = new WidenedAttention(spec)) {
      widened.gradient(x, logSums, cotangent, sums, out);
    }
  }

  private void gradient(
      ScoreOperands x, Operand logSums, Operand cotangent, Operand sums, ScoreGradients out) {
    int[] queries = keys(spec.queries(), spec.heads());
    int[] keys = keys(spec.keys(), spec.groups());
    int[] values = values(spec.keys(), spec.groups());
    int[] perQuery = {spec.batch(), spec.heads(), spec.queries()};
    var query = blank(out.query(), queries);
    var key = blank(out.key(), keys);
    var value = blank(out.value(), values);
    var bias = biasBlank(out.bias());
    SimdAttentionGradient.run(
        floats,
        of(x),
        logSums,
        of(cotangent, values(spec.queries(), spec.heads())),
        of(sums, perQuery),
        new ScoreGradients(query, key, value, bias));
    HalfOperands.round(query, out.query(), queries);
    HalfOperands.round(key, out.key(), keys);
    HalfOperands.round(value, out.value(), values);
    var biasResult = out.bias();
    if (bias != null && biasResult != null && isHalf(biasResult)) {
      HalfOperands.round(bias, biasResult, scores());
    }
  }

  private int[] keys(int positions, int heads) {
    return new int[] {spec.batch(), positions, heads, spec.size()};
  }

  private int[] values(int positions, int heads) {
    return new int[] {spec.batch(), positions, heads, spec.valueSize()};
  }

  private int[] scores() {
    return new int[] {spec.batch(), spec.heads(), spec.queries(), spec.keys()};
  }

  private ScoreOperands of(ScoreOperands x) {
    return new ScoreOperands(
        of(x.query(), keys(spec.queries(), spec.heads())),
        of(x.key(), keys(spec.keys(), spec.groups())),
        of(x.value(), values(spec.keys(), spec.groups())),
        ofBias(x.bias()),
        x.mask());
  }

  private @Nullable Operand biasBlank(@Nullable Operand bias) {
    return bias != null && isHalf(bias) ? blank(bias, scores()) : bias;
  }

  private @Nullable Operand ofBias(@Nullable Operand bias) {
    return bias == null ? null : of(bias, scores());
  }

  private Operand of(Operand operand, int[] dims) {
    return isHalf(operand) ? HalfOperands.widened(operand, dims, scratch) : operand;
  }

  private Operand blank(Operand result, int[] dims) {
    return HalfOperands.blank(result, dims, scratch);
  }

  @Override
  public void close() {
    scratch.close();
  }
}
