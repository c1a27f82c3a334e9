package io.cambric.lax.sampler;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.DenseOperands;
import io.cambric.lax.op.ShapeOps;
import io.cambric.lax.op.SingleResult;
import io.cambric.lax.op.UnaryOps;
import io.cambric.lax.special.SpecialOps;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Random numbers from the gamma distribution: {@code keys: u32[b..., 2], alpha: [b..., s...] ->
 * [b..., s...]}. The key of each row is split into keys for its elements.
 *
 * @param logSpace whether the results are logarithms
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.gamma.html">jax.random.gamma</a>
 */
public record RandomGamma(boolean logSpace) implements SingleResult {

  @Override
  public String name() {
    return "random_gamma";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    return KeyedRows.type(name(), operands);
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var rows = KeyedRows.of(operands);
    return new Lowering.Kernel((kernels, in, out, _) -> {
      var keys = DenseOperands.of(kernels, operands.get(0), in.get(0));
      var alphas = DenseOperands.of(kernels, operands.get(1), in.get(1));
      GammaSampler.run(rows, logSpace, keys, alphas, out.getFirst());
    });
  }

  /** The implicit derivative: a sample moves with the distribution as its parameter changes. */
  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var alpha = primals.get(1);
    var drawn = Trace.bind(this, primals).getFirst();
    var tangent = tangents.get(1);
    return Jvp.of(drawn, tangent == null ? null : BinaryOps.mul(tangent, slope(alpha, drawn)));
  }

  private Array slope(Array alpha, Array drawn) {
    if (!logSpace) {
      return SpecialOps.randomGammaGrad(alpha, drawn);
    }
    var number = UnaryOps.exp(drawn);
    var zero = BinaryOps.eq(number, ShapeOps.fullLike(number, 0));
    var positive = BinaryOps.select(zero, ShapeOps.fullLike(number, tiny(number.dtype())), number);
    return BinaryOps.div(SpecialOps.randomGammaGrad(alpha, positive), positive);
  }

  /** The smallest normal number. */
  private static double tiny(DType dtype) {
    return switch (dtype) {
      case F16 -> 0x1p-14;
      case F64 -> Double.MIN_NORMAL;
      default -> Float.MIN_NORMAL;
    };
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    return KeyedRows.batch(this, axis, operands, axes);
  }
}
