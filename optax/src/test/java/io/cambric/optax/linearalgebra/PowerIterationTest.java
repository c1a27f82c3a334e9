package io.cambric.optax.linearalgebra;

import static io.cambric.optax.base.Near.assertNear;
import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Sample;
import io.cambric.transform.function.Fn;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Values that Optax 0.2.8 computes for the same matrix. */
class PowerIterationTest {

  static final Array MATRIX = NdArray.of(Shape.of(3, 3), 4, 1, 0, 1, 3, -1, 0, -1, 2);

  @Test
  void the_first_vector_of_a_matrix_is_random() {
    var found = LinearAlgebra.powerIteration(MATRIX);
    assertNear(found.eigenvalue(), 4.7320504);
    assertNear(found.eigenvector(), 0.78867435, 0.5773509, -0.21132556);
  }

  @Test
  void a_key_gives_another_first_vector() {
    var found =
        LinearAlgebra.powerIteration(
            MATRIX, PowerIterationOptions.DEFAULT.withKey(Key.of(7)).withNumIters(2));
    assertNear(found.eigenvalue(), 4.625811);
    assertNear(found.eigenvector(), 0.6857205, 0.6640501, -0.29803512);
  }

  @Test
  void iterations_are_limited() {
    var found =
        LinearAlgebra.powerIteration(
            MATRIX, Sample.row(1, 0, 0), PowerIterationOptions.DEFAULT.withNumIters(5));
    assertNear(found.eigenvalue(), 4.722369);
    assertNear(found.eigenvector(), 0.8152175, 0.54923123, -0.18375386);
  }

  @Test
  void a_larger_tolerance_stops_earlier() {
    var one = LinearAlgebra.powerIteration(MATRIX, PowerIterationOptions.DEFAULT.withNumIters(1));
    var tolerant =
        LinearAlgebra.powerIteration(MATRIX, PowerIterationOptions.DEFAULT.withErrorTolerance(10));
    assertNear(tolerant.eigenvalue(), one.eigenvalue().item());
  }

  @Test
  void a_function_of_trees_stands_for_a_matrix() {
    Fn<Map<String, Array>, Map<String, Array>> map =
        tree -> {
          var a = tree.get("a");
          var b = tree.get("b");
          return Map.of("a", a.mul(2).add(b.get(0)), "b", b.mul(3).add(a.sum().reshape(1, 1)));
        };
    var v0 = Map.of("a", Sample.row(1, 2), "b", Sample.row(3).reshape(1, 1));
    var found = LinearAlgebra.powerIteration(map, v0);
    assertNear(found.eigenvalue(), 4);
    assertNear(found.eigenvector().get("a"), 0.40824783, 0.40824884);
    assertNear(found.eigenvector().get("b").ravel(), 0.8164967);
  }

  @Test
  void the_iteration_traces() {
    var traced = jit((Array x) -> LinearAlgebra.powerIteration(x).eigenvalue());
    assertNear(traced.apply(MATRIX), 4.7320504);
  }

  @Test
  void matrices_are_square() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> LinearAlgebra.powerIteration(Numpy.zeros(2, 3)))
        .withMessage(
            "power_iteration needs a square matrix, but got f32[2,3]. Map it over several matrices with vmap.");
  }

  @Test
  void matrices_are_of_floating_numbers() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> LinearAlgebra.powerIteration(MATRIX.astype(DType.I32)))
        .withMessage(
            "power_iteration needs floating-point numbers, but got i32[3,3]. Convert them with astype(DType.F32).");
  }

  @Test
  void first_vectors_fit_their_matrix() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> LinearAlgebra.powerIteration(MATRIX, Sample.row(1, 2)))
        .withMessage(
            "power_iteration needs a first vector of shape [3] for the matrix f32[3,3], but got f32[2]. Leave it out for a random one.");
  }

  @Test
  void options_are_not_negative() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() ->
            LinearAlgebra.powerIteration(MATRIX, PowerIterationOptions.DEFAULT.withNumIters(-1)))
        .withMessage("power_iteration needs num_iters of at least 0, but got -1. 100 is usual.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() ->
            LinearAlgebra.powerIteration(
                MATRIX, PowerIterationOptions.DEFAULT.withErrorTolerance(-1)))
        .withMessage(
            "power_iteration needs error_tolerance of at least 0, but got -1.0. 1e-6 is usual.");
  }
}
