package io.cambric.kernel.plain;

import io.cambric.array.DType;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScoreGradients;
import io.cambric.kernel.ScoreOperands;
import io.cambric.kernel.ScoreSpec;
import io.cambric.kernel.WindowSpec;
import io.cambric.kernel.block.HalfOperands;
import io.cambric.kernel.block.NarrowTransfers;
import io.cambric.kernel.block.Scratch;
import org.jspecify.annotations.Nullable;

/**
 * Products, convolutions, attention and gradients of windows of half types by the f32 kernels of a
 * provider. Each result is rounded once; see {@link HalfOperands}.
 */
public final class WidenedKernels {

  private final Kernels floats;
  private final NarrowTransfers halves;

  /** Creates kernels for half types from f32 kernels and conversions. */
  public WidenedKernels(Kernels floats, NarrowTransfers halves) {
    this.floats = floats;
    this.halves = halves;
  }

  /** Multiplies, like {@link Kernels#matmul}. */
  public void matmul(MatmulSpec spec, Operand lhs, Operand rhs, Operand out) {
    int[] left = {spec.batch(), spec.rows(), spec.inner()};
    int[] right = {spec.batch(), spec.inner(), spec.columns()};
    int[] product = {spec.batch(), spec.rows(), spec.columns()};
    var wide =
        new MatmulSpec(
            spec.batch(), spec.rows(), spec.columns(), spec.inner(), DType.F32, spec.ofVectors());
    try (var scratch = new Scratch()) {
      var x = HalfOperands.widened(halves, lhs, left, scratch);
      var y = HalfOperands.widened(halves, rhs, right, scratch);
      var sums = HalfOperands.blank(out, product, scratch);
      floats.matmul(wide, x, y, sums);
      HalfOperands.round(halves, sums, out, product);
    }
  }

  /** Convolves, like {@link Kernels#conv}. */
  public void conv(ConvSpec spec, Operand lhs, Operand rhs, Operand out) {
    int[] dims = spec.out().toArray();
    try (var scratch = new Scratch()) {
      var x = HalfOperands.widened(halves, lhs, spec.lhs().toArray(), scratch);
      var y = HalfOperands.widened(halves, rhs, spec.rhs().toArray(), scratch);
      var sums = HalfOperands.blank(out, dims, scratch);
      floats.conv(spec, DType.F32, x, y, sums);
      HalfOperands.round(halves, sums, out, dims);
    }
  }

  /** Scatters to selected elements, like {@link Kernels#selectAndScatterAdd}. */
  public void selectAndScatterAdd(
      boolean max, WindowSpec spec, Operand source, Operand input, Operand output) {
    int[] dims = spec.input().toArray();
    try (var scratch = new Scratch()) {
      var s = HalfOperands.widened(halves, source, spec.output().toArray(), scratch);
      var x = HalfOperands.widened(halves, input, dims, scratch);
      var sums = HalfOperands.blank(output, dims, scratch);
      floats.selectAndScatterAdd(max, spec, DType.F32, s, x, sums);
      HalfOperands.round(halves, sums, output, dims);
    }
  }

  /** {@return whether attention is of a half type, with a bias of at most f32} */
  public static boolean supports(ScoreSpec spec, ScoreOperands x) {
    var bias = x.bias();
    return HalfOperands.areWidened(spec.dtype())
        && (bias == null || isHalf(bias) || bias.buffer().dtype() == DType.F32);
  }

  private static boolean isHalf(Operand operand) {
    return HalfOperands.areWidened(operand.buffer().dtype());
  }

  /** Computes attention, like {@link Kernels#attention}. */
  public void attention(ScoreSpec spec, ScoreOperands x, Operand out, Operand logSums) {
    try (var widened = new Attention(spec)) {
      int[] dims = widened.values(spec.queries(), spec.heads());
      var sums = widened.blank(out, dims);
      floats.attention(widened.wide, widened.of(x), sums, logSums);
      HalfOperands.round(halves, sums, out, dims);
    }
  }

  /** Computes the gradients of attention, like {@link Kernels#attentionGradient}. */
  public void attentionGradient(
      ScoreSpec spec,
      ScoreOperands x,
      Operand logSums,
      Operand cotangent,
      Operand sums,
      ScoreGradients out) {
    try (var widened = new Attention(spec)) {
      int[] queries = widened.keys(spec.queries(), spec.heads());
      int[] keys = widened.keys(spec.keys(), spec.groups());
      int[] values = widened.values(spec.keys(), spec.groups());
      int[] attended = widened.values(spec.queries(), spec.heads());
      int[] perQuery = {spec.batch(), spec.heads(), spec.queries()};
      var query = widened.blank(out.query(), queries);
      var key = widened.blank(out.key(), keys);
      var value = widened.blank(out.value(), values);
      var bias = widened.biasBlank(out.bias());
      floats.attentionGradient(
          widened.wide,
          widened.of(x),
          widened.of(logSums, perQuery),
          widened.of(cotangent, attended),
          widened.of(sums, perQuery),
          new ScoreGradients(query, key, value, bias));
      HalfOperands.round(halves, query, out.query(), queries);
      HalfOperands.round(halves, key, out.key(), keys);
      HalfOperands.round(halves, value, out.value(), values);
      var biasResult = out.bias();
      if (bias != null && biasResult != null && isHalf(biasResult)) {
        HalfOperands.round(halves, bias, biasResult, widened.scores());
      }
    }
  }

  /** The widened operands of attention, in scratch memory. */
  private final class Attention implements AutoCloseable {

    private final ScoreSpec spec;
    private final ScoreSpec wide;
    private final Scratch scratch = new Scratch();

    Attention(ScoreSpec spec) {
      this.spec = spec;
      wide =
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
      return isHalf(operand) ? HalfOperands.widened(halves, operand, dims, scratch) : operand;
    }

    private Operand blank(Operand result, int[] dims) {
      return HalfOperands.blank(result, dims, scratch);
    }

    @Override
    public void close() {
      scratch.close();
    }
  }
}
