package io.cambric.lax.sampler;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Lowering;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.kernel.Operand;
import io.cambric.lax.op.SingleResult;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Uniform numbers in [low, high) from the generator of the process, without a key. The operation
 * has effects, so each run of a program draws anew.
 *
 * @param shape of the numbers
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.rng_uniform.html">lax.rng_uniform</a>
 */
record RngUniform(Shape shape) implements SingleResult {

  @Override
  public String name() {
    return "rng_uniform";
  }

  @Override
  public String paramsText() {
    return "shape=" + shape;
  }

  @Override
  public boolean hasEffects() {
    return true;
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var low = operands.get(0);
    var high = operands.get(1);
    if (low.dtype() != high.dtype() || low.dtype() == DType.BOOL) {
      throw new DTypeException(
          "rng_uniform needs bounds with the same numeric dtype, but got %s and %s. Convert one with astype."
              .formatted(low, high));
    }
    if (low.rank() != 0 || high.rank() != 0) {
      throw new ShapeException(
          "rng_uniform needs scalars as bounds, but got %s and %s. Scale the result instead."
              .formatted(low, high));
    }
    return new ShapedArray(shape, low.dtype(), low.weak() && high.weak());
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    boolean floating = operands.getFirst().dtype().isFloating();
    return new Lowering.Kernel((kernels, in, out, _) -> {
      if (floating) {
        fillReals(in, out.getFirst());
      } else {
        fillIntegers(in, out.getFirst());
      }
    });
  }

  private void fillReals(List<Operand> bounds, Operand out) {
    var random = ThreadLocalRandom.current();
    double low = bounds.get(0).buffer().getDouble(bounds.get(0).offset());
    double high = bounds.get(1).buffer().getDouble(bounds.get(1).offset());
    for (int i = 0; i < shape.size(); i++) {
      int at = out.offset() + i;
      do {
        out.buffer().setDouble(at, low + (high - low) * random.nextDouble());
        // Rounding to a narrow dtype may reach the upper bound.
      } while (low < high && out.buffer().getDouble(at) >= high);
    }
  }

  private void fillIntegers(List<Operand> bounds, Operand out) {
    var random = ThreadLocalRandom.current();
    long low = bounds.get(0).buffer().getLong(bounds.get(0).offset());
    long high = bounds.get(1).buffer().getLong(bounds.get(1).offset());
    for (int i = 0; i < shape.size(); i++) {
      out.buffer().setLong(out.offset() + i, low < high ? random.nextLong(low, high) : low);
    }
  }
}
