package io.cambric.lax.sampler;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.kernel.scalar.DrawFormat;
import io.cambric.lax.op.DenseOperands;
import io.cambric.lax.op.SingleResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Random numbers from the binomial distribution, as floating numbers: {@code keys: u32[b..., 2], n:
 * [b..., s...], p: [b..., s...] -> [b..., s...]}. The derivative is zero, because the numbers are
 * whole.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.binomial.html">jax.random.binomial</a>
 */
public record RandomBinomial() implements SingleResult {

  @Override
  public String name() {
    return "random_binomial";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    return KeyedRows.type(name(), operands);
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var rows = KeyedRows.of(operands);
    var format = new DrawFormat(operands.get(1).dtype());
    return new Lowering.Kernel((kernels, in, out, _) -> {
      var keys = DenseOperands.of(kernels, operands.get(0), in.get(0));
      var n = DenseOperands.of(kernels, operands.get(1), in.get(1));
      var p = DenseOperands.of(kernels, operands.get(2), in.get(2));
      for (int row = 0; row < rows.rows(); row++) {
        var sampler = new BinomialSampler(format, rows.columns());
        sampler.read(n, p, row * rows.columns());
        sampler.run(KeyedRows.key(keys, row));
        sampler.write(out.getFirst(), row * rows.columns());
      }
    });
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    return Jvp.of(Trace.bind(this, primals).getFirst(), null);
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    return KeyedRows.batch(this, axis, operands, axes);
  }
}
