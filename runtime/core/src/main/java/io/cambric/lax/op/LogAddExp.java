package io.cambric.lax.op;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Lowering;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code log(exp(x) + exp(y))} without overflow: {@code max(x, y) + log1p(exp(-|x - y|))}.
 *
 * <p>It is a separate operation because its derivative for {@code x}, {@code exp(x - result)}, is
 * finite at ties and at infinities. The derivative of the formula is not.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.logaddexp.html">jnp.logaddexp</a>
 */
record LogAddExp() implements ElementwiseOp {

  @Override
  public String name() {
    return "logaddexp";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.LOG1P;
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var dtype = operands.getFirst().dtype();
    var code =
        List.of(
            Instr.of(ScalarOp.MAX, dtype, 0, 1),
            Instr.of(ScalarOp.SUB, dtype, 0, 1),
            Instr.of(ScalarOp.ABS, dtype, 3),
            Instr.of(ScalarOp.NEG, dtype, 4),
            Instr.of(ScalarOp.EXP, dtype, 5),
            Instr.of(ScalarOp.LOG1P, dtype, 6),
            Instr.of(ScalarOp.ADD, dtype, 2, 7),
            // For NaN, or infinities of one sign, the sum of the operands is the result.
            Instr.of(ScalarOp.ADD, dtype, 0, 1),
            Instr.of(ScalarOp.NE, DType.BOOL, 3, 3),
            Instr.of(ScalarOp.SELECT, dtype, 10, 8, 9));
    return new Lowering.Elementwise(new LoopBody(List.of(dtype, dtype), code, List.of(11)));
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var result = Trace.bind(this, primals.get(0), primals.get(1));
    return Jvp.of(
        result,
        Tangents.add(
            share(primals.get(0), tangents.get(0), result),
            share(primals.get(1), tangents.get(1), result)));
  }

  private static @Nullable Array share(Array x, @Nullable Array tangent, Array result) {
    var spread = Tangents.broadcast(tangent, result);
    return spread == null
        ? null
        : BinaryOps.mul(
            spread, UnaryOps.exp(BinaryOps.sub(withoutInfinity(x), withoutInfinity(result))));
  }

  private static Array withoutInfinity(Array x) {
    return BinaryOps.select(
        BinaryOps.eq(x, ShapeOps.fullLike(x, Double.POSITIVE_INFINITY)),
        ShapeOps.fullLike(x, 0),
        x);
  }
}
