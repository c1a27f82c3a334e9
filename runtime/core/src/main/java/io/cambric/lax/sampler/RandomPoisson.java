package io.cambric.lax.sampler;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.DTypeException;
import io.cambric.lax.op.DenseOperands;
import io.cambric.lax.op.SingleResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Random numbers from the Poisson distribution, as floating numbers: {@code keys: u32[b..., 2],
 * lam: f32[b..., s...] -> f32[b..., s...]}. The derivative is zero, because the numbers are whole.
 *
 * @param mostRounds the maximum number of iterations of a loop
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.poisson.html">jax.random.poisson</a>
 */
public record RandomPoisson(int mostRounds) implements SingleResult {

  @Override
  public String name() {
    return "random_poisson";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    var type = KeyedRows.type(name(), operands);
    if (type.dtype() != DType.F32) {
      throw new DTypeException(
          "random_poisson needs rates of f32, but got %s. Convert them with astype."
              .formatted(type));
    }
    return type;
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var rows = KeyedRows.of(operands);
    return new Lowering.Kernel((kernels, in, out, _) -> {
      var keys = DenseOperands.of(kernels, operands.get(0), in.get(0));
      var lam = DenseOperands.of(kernels, operands.get(1), in.get(1));
      for (int row = 0; row < rows.rows(); row++) {
        new PoissonSampler(lam, out.getFirst(), row * rows.columns())
            .run(KeyedRows.key(keys, row), rows.columns(), mostRounds);
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
