package io.cambric.errors;

import static io.cambric.transform.Transforms.cond;
import static io.cambric.transform.Transforms.foriLoop;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.switchCase;
import static io.cambric.transform.Transforms.whileLoop;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.Carry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Messages about loops and branches whose types do not fit. */
class LoopErrorsTest {

  private static final Array ONE = NdArray.scalar(DType.F32, 1);
  private static final Array X = NdArray.of(Shape.of(3), 1, 2, 3);
  private static final String ALIKE = " Give both the same keys, lengths and record types.";

  @Test
  void a_carry_that_changes_its_structure() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() ->
            scan(
                (Map<String, Array> carry, Array x) ->
                    new Carry<>(Map.of("sum", carry.get("sum"), "count", x), x),
                Map.of("sum", ONE),
                X))
        .withMessage(
            "The carry of scan needs trees of equal structure, but at \"/\" the one that "
                + "came in has map(sum: *) and the one that the body returned has map(count: *, "
                + "sum: *)."
                + ALIKE);
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() ->
            whileLoop(
                (List<Array> c) -> c.getFirst().lt(3),
                (List<Array> c) -> List.of(c.getFirst(), c.getFirst()),
                List.of(ONE)))
        .withMessage(
            "The carry of whileLoop needs trees of equal structure, but at \"/\" the one "
                + "that came in has list(0: *) and the one that the body returned has list(0: *, "
                + "1: *)."
                + ALIKE);
  }

  @Test
  void a_carry_of_foriLoop_that_changes_its_type_is_said_to_be_of_foriLoop() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> foriLoop(0, 3, (i, c) -> c.add(X), ONE))
        .withMessage(
            "The carry of foriLoop must keep its type in every iteration, but leaf \"value\""
                + " came as f32[] and became f32[3]. Convert it in the body or before the loop.");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() ->
            foriLoop(
                NdArray.scalar(DType.I32, 0),
                NdArray.scalar(DType.I32, 3),
                (i, c) -> c.astype(DType.F64),
                ONE))
        .withMessage(
            "The carry of foriLoop must keep its type in every iteration, but leaf \"value\""
                + " came as f32[] and became f64[]. Convert it in the body or before the loop.");
  }

  @Test
  void a_condition_that_is_no_bool_scalar() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> whileLoop((Array c) -> c.lt(3), (Array c) -> c.add(1), X))
        .withMessage(
            "The condition of whileLoop must be a bool scalar, but is [bool[3]]. Compare "
                + "arrays, and reduce with all or any.");
  }

  @Test
  void branches_that_return_other_structures() {
    Fn<Array, List<Array>> one = x -> List.of(x);
    Fn<Array, List<Array>> two = x -> List.of(x, x);

    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> cond(ONE.gt(0), one, two, X))
        .withMessage(
            "A choice by cond needs trees of equal structure, but at \"/\" the result of "
                + "the branch for false has list(0: *, 1: *) and that of the branch for true has "
                + "list(0: *)."
                + ALIKE);
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> switchCase(NdArray.scalar(DType.I32, 0), List.of(one, one, two), X))
        .withMessage(
            "A choice by switchCase needs trees of equal structure, but at \"/\" the result "
                + "of branch 0 has list(0: *) and that of branch 2 has list(0: *, 1: *)."
                + ALIKE);
  }

  @Test
  void branches_that_return_other_shapes_or_dtypes() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> cond(ONE.gt(0), (Array x) -> x, (Array x) -> x.sum(), X))
        .withMessage(
            "cond needs branches that return the same types, but the branch for false returns f32[]"
                + " and the branch for true f32[3]. Convert, reshape or broadcast one of them.");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() ->
            cond(
                ONE.gt(0),
                (Array x) -> Map.of("y", x),
                (Array x) -> Map.of("y", x.astype(DType.I32)),
                X))
        .withMessage(
            "cond needs branches that return the same types, but at leaf \"y\" the branch for false"
                + " returns i32[3] and the branch for true f32[3]. Convert, reshape or broadcast one"
                + " of them.");
  }

  @Test
  void branches_that_return_other_static_leaves() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(
            () -> cond(ONE.gt(0), (Array x) -> (Object) "then", (Array x) -> (Object) "else", X))
        .withMessage(
            "cond needs branches with equal static leaves, but the branch for false returns "
                + "it as else and the branch for true as then. Return arrays, or choose the "
                + "static value before.");
  }

  @Test
  void a_component_of_a_carry_that_is_no_array_and_changes() {
    record Count(Array sum, int steps) {}
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() ->
            whileLoop(
                (Count c) -> c.sum().lt(3),
                (Count c) -> new Count(c.sum().add(1), c.steps() + 1),
                new Count(ONE, 0)))
        .withMessage(
            "The carry of whileLoop must keep its static leaves, but leaf \"steps\" came as "
                + "0 and became 1. Make it an Array to carry it, or keep it outside the loop.");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() ->
            scan(
                (List<Count> carry, Array x) ->
                    new Carry<>(List.of(new Count(x, carry.getFirst().steps() + 2)), x),
                List.of(new Count(ONE, 1)),
                X))
        .withMessage(
            "The carry of scan must keep its static leaves, but leaf \"0/steps\" came as 1 "
                + "and became 3. Make it an Array to carry it, or keep it outside the loop.");
  }

  @Test
  void predicates_and_indices_of_other_types() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> cond(X.gt(0), (Array x) -> x, (Array x) -> x, X))
        .withMessage(
            "cond needs a scalar predicate, but got bool[3]. To choose element by element, use where.");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> switchCase(ONE, List.<Fn<Array, Array>>of(x -> x), X))
        .withMessage(
            "switchCase needs an integer scalar index, but got f32[]. Convert it with"
                + " astype(DType.I32), or index it first.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> switchCase(NdArray.scalar(DType.I32, 0), List.<Fn<Array, Array>>of(), X))
        .withMessage(
            "switchCase needs at least one branch, but got none. Pass functions of the operand.");
  }

  @Test
  void stacked_arrays_whose_rows_differ_in_number() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() ->
            scan(
                (Array carry, List<Array> x) -> new Carry<>(carry, x),
                ONE,
                List.of(X, NdArray.of(Shape.of(2), 1, 2))))
        .withMessage(
            "scan needs the same number of rows in every array, but leaf \"0\" has 3 and "
                + "leaf \"1\", f32[2], has 2. Slice or pad one of them.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> scan((Array carry, Object x) -> new Carry<>(carry, x), ONE, null))
        .withMessage(
            "scan cannot infer the number of iterations, because it got no stacked arrays. Set withLength(n).");
  }
}
