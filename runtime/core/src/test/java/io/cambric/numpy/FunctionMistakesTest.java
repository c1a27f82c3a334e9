package io.cambric.numpy;

import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.array;
import static io.cambric.numpy.Numpy.scalar;
import static io.cambric.numpy.Numpy.zeros;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ArrayException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.DotDims;
import io.cambric.lax.dims.GatherMode;
import io.cambric.numpy.option.PadMode;
import io.cambric.numpy.result.LuFactor;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Messages about mistakes: each names the function that was called and the values that it was
 * given.
 */
class FunctionMistakesTest {

  private static final String AXIS =
      " needs an operand with at least one axis, but got a scalar. Add an axis with expandDims.";

  static Stream<Arguments> ranges() {
    double infinite = Double.POSITIVE_INFINITY;
    return Stream.of(
        row(
            "arange from 0.0 to 1.0E12 by 1.0 would have 1.0E12 elements, but a Java array holds fewer than 2^31. Use a larger step, or make the array in parts.",
            () -> arange(0, 1e12, 1, DType.U8)),
        row(
            "arange from 0.0 to NaN by 1.0 needs finite numbers. Look for a division by 0 where they are computed.",
            () -> arange(0, Double.NaN, 1)),
        row(
            "arange from 0.0 to Infinity by 1.0 needs finite numbers. Look for a division by 0 where they are computed.",
            () -> arange(infinite)),
        row(
            "arange from 0.0 to 3.0 by Infinity needs finite numbers. Look for a division by 0 where they are computed.",
            () -> arange(0, 3, infinite)),
        row(
            "arange from 0.0 to 3.0 needs a step other than 0. Pass a positive or a negative one.",
            () -> arange(0, 3, 0)),
        row("linspace needs a count of at least 0, but got -1.", () -> Numpy.linspace(0, 1, -1)),
        row(
            "In logspace: linspace needs a count of at least 0, but got -1.",
            () -> Numpy.logspace(0, 1, -1)),
        row("eye needs a number of rows of at least 0, but got -3.", () -> Numpy.eye(-3)),
        row(
            "tri needs a number of columns of at least 0, but got -2.",
            () -> Numpy.tri(3, -2, 0, DType.F32)),
        row(
            "tril_indices needs a number of rows of at least 0, but got -1.",
            () -> Numpy.trilIndices(-1)),
        row("diag_indices needs a rank of at least 0, but got -1.", () -> Numpy.diagIndices(2, -1)),
        row(
            "In zeros: a shape needs sizes that are not negative, but got [2, -1].",
            () -> zeros(2, -1)),
        row(
            "In ones: an array of shape [65536, 65536] would have more than 2147483639 elements, the maximum of a Java array. Split it along an axis.",
            () -> Numpy.ones(65536, 65536)));
  }

  static Stream<Arguments> repetitions() {
    var x = zeros(2, 3);
    return Stream.of(
        row(
            "repeat needs a number of repetitions of at least 0, but got -1.",
            () -> Numpy.repeat(x, -1, 0)),
        row(
            "repeat needs a number of repetitions of at least 0, but got -4.",
            () -> Numpy.repeat(x, new int[] {1, -4}, 0)),
        row(
            "repeat of an axis of size 3 1073741824 times needs a result below 2^31 elements, the limit of a Java array. Repeat it less often.",
            () -> Numpy.repeat(x, 1 << 30, 1)),
        row(
            "repeat yields an axis of 4294967294 elements, but a Java array holds at most 2147483639. Split an operand along this axis.",
            () -> Numpy.repeat(x, new int[] {Integer.MAX_VALUE, Integer.MAX_VALUE}, 0)),
        row(
            "tile needs a number of repetitions of at least 0, but got -2.",
            () -> Numpy.tile(x, 1, -2)),
        row(
            "tile of an axis of size 4 1073741824 times needs a result below 2^31 elements, the limit of a Java array. Repeat it less often.",
            () -> Numpy.tile(zeros(0, 4), 1, 1 << 30)),
        row(
            "array_split needs a number of sections of at least 1, but got 0.",
            () -> Numpy.arraySplit(x, 0)),
        row(
            "one_hot needs a number of classes of at least 0, but got -3.",
            () -> Activations.oneHot(array(1), -3)),
        row(
            "tensordot needs a number of axes of at least 0, but got -1.",
            () -> Numpy.tensordot(x, x, -1)));
  }

  static Stream<Arguments> shapes() {
    return Stream.of(
        row(
            "reshape of f32[0,3] to [0, -1] cannot infer the size -1, because another size is 0. Pass it as a number.",
            () -> zeros(0, 3).reshape(0, -1)),
        row(
            "reshape of f32[2,3] to [-1, 0] cannot infer the size -1, because another size is 0. Pass it as a number.",
            () -> zeros(2, 3).reshape(-1, 0)),
        row(
            "reshape of f32[2,3] needs sizes whose product is 6, at most one of them -1, but got [-1, -1].",
            () -> zeros(2, 3).reshape(-1, -1)),
        row(
            "reshape of f32[2,3] needs sizes whose product is 6, at most one of them -1, but got [-2, -3].",
            () -> zeros(2, 3).reshape(-2, -3)),
        row(
            "reshape of f32[0] needs sizes whose product is 0, at most one of them -1, but got [65536, 65536, 65536, 65536].",
            () -> zeros(0).reshape(65536, 65536, 65536, 65536)),
        row(
            "expand_dims needs an axis in [-3, 3) for an operand of rank 3, but got 5.",
            () -> zeros(2, 3).expandDims(5)));
  }

  static Stream<Arguments> scalars() {
    var one = scalar(1.0);
    return Stream.of(
        row("softmax" + AXIS, () -> Activations.softmax(one)),
        row("log_softmax" + AXIS, () -> Activations.logSoftmax(one)),
        row("logsumexp" + AXIS, () -> Activations.logsumexp(one, -1)),
        row("logmeanexp" + AXIS, () -> Activations.logmeanexp(one, 0)),
        row("standardize" + AXIS, () -> Activations.standardize(one)),
        row("glu" + AXIS, () -> Activations.glu(one)),
        row("sort" + AXIS, () -> Numpy.sort(one)),
        row("argsort" + AXIS, () -> Numpy.argsort(one)),
        row("cumsum" + AXIS, () -> Numpy.cumsum(one, 0)),
        row("std" + AXIS, () -> Numpy.std(one, -1)),
        row("ptp" + AXIS, () -> Numpy.ptp(one, 0)),
        row("count_nonzero" + AXIS, () -> Numpy.countNonzero(one, 0)),
        row("take_along_axis" + AXIS, () -> Numpy.takeAlongAxis(one, scalar(0))));
  }

  static Stream<Arguments> operands() {
    var x = zeros(2, 3);
    return Stream.of(
        row(
            "softmax needs a mask that broadcasts to the shape of its operand, but got f32[2] for f32[2,3]. Reshape it, or insert axes with expandDims.",
            () -> Activations.softmax(x, Axes.of(-1), zeros(2))),
        row(
            "sum needs a mask that broadcasts to the shape of its operand, but got f32[4,2,3] for f32[2,3]. Reshape it, or insert axes with expandDims.",
            () -> Numpy.sum(x, null, false, zeros(4, 2, 3))),
        row(
            "log_softmax needs numbers, but got bool[2]. Convert bools with astype(DType.F32).",
            () -> Activations.logSoftmax(array(true, false))),
        row(
            "choose needs at least one choice, but got none.",
            () -> Numpy.choose(array(0), List.of(), GatherMode.CLIP)),
        row(
            "select needs at least one condition, and one choice for each, but got 1 conditions and 0 choices.",
            () -> Numpy.select(List.of(array(true)), List.of())),
        row("In hstack: concatenate needs at least one array, but got none.", () -> Numpy.hstack()),
        row("block_diag needs at least one block, but got none.", () -> ScipyLinalg.blockDiag()),
        row(
            "pad of f32[2,3] needs one pair of values, or one for each of its 2 axes, but got [[1.0], [2.0]].",
            () -> Numpy.pad(x, new int[][] {{1, 1}}, new double[][] {{1}, {2}})),
        row(
            "take_along_axis of f32[0] needs at least one element along axis 0, but got none.",
            () -> Numpy.takeAlongAxis(zeros(0), array(0, 1))),
        row(
            "pad of f32[2,3] needs one pair of lengths, or one for each of its 2 axes, but got [[1], [2]].",
            () -> Numpy.pad(x, new int[][] {{1, 1}}, PadMode.MEAN, new int[][] {{1}, {2}})),
        row(
            "lu_solve needs i32 pivots, one for each row of the factors f32[2,2], but got i32[3]. Pass what luFactor returned.",
            () -> ScipyLinalg.luSolve(new LuFactor(Numpy.eye(2), array(0, 1, 2)), zeros(2))),
        row(
            "dot_general needs each axis of f32[2,2] once among its contracting and batch axes, but got [0, 0].",
            () ->
                Lax.dotGeneral(
                    zeros(2, 2),
                    zeros(2, 2),
                    new DotDims(Axes.of(0), Axes.of(1), Axes.of(0), Axes.of(0)))),
        row(
            "collapse of f32[2,3] needs a start that is not after the stop, but got 1 and 0.",
            () -> Lax.collapse(x, 1, 0)),
        row(
            "transpose of f32[2,3] needs a permutation of 2 axes, but got [-2, -1].",
            () -> Lax.transpose(x, Axes.of(-2, -1))));
  }

  private static Arguments row(String message, ThrowingCallable mistake) {
    return Arguments.of(message, mistake);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"ranges", "repetitions", "shapes", "scalars", "operands"})
  void a_mistake_is_named_by_the_function(String message, ThrowingCallable mistake) {
    assertThatExceptionOfType(ArrayException.class).isThrownBy(mistake).withMessage(message);
  }

  @Test
  void the_function_called_stands_before_the_check_of_one_inside_of_it() {
    assertThatExceptionOfType(ArrayException.class)
        .isThrownBy(() -> Numpy.matvec(zeros(2, 3), zeros(4)))
        .withMessage(
            "In matvec: matmul needs a last axis of x as long as the second-to-last axis of "
                + "y, or its only axis, but got f32[2,3] and f32[4,1].");
  }

  @Test
  void vecdot_names_the_axis_that_it_sums_over() {
    assertThatExceptionOfType(ArrayException.class)
        .isThrownBy(() -> Numpy.vecdot(zeros(2, 3), zeros(2, 4)))
        .withMessage(
            "vecdot needs two operands of equal length along axis -1, but got f32[2,3] and f32[2,4].");
  }

  @Test
  void a_weak_type_is_explained_once() {
    var weak = NdArray.weakScalar(2.0);

    assertThatExceptionOfType(ArrayException.class)
        .isThrownBy(() -> Numpy.bitwiseAnd(weak, weak))
        .withMessage(
            "In bitwiseAnd: and needs operands of an integer dtype or bool, but got "
                + "[f32[]*, f32[]*]. Convert them with astype. A * marks the weak type of a Java "
                + "number, which gives way to the dtype of an array.");
  }

  @Test
  void sizes_found_from_others_are_those_of_numpy() {
    assertThat(zeros(0, 3).reshape(3, -1).shape()).isEqualTo(Shape.of(3, 0));
    assertThat(zeros(0, 3).reshape(-1).shape()).isEqualTo(Shape.of(0));
    assertThat(Numpy.tile(zeros(0, 4), 3, 2).shape()).isEqualTo(Shape.of(0, 8));
    assertThat(Numpy.repeat(zeros(3), 0, 0).shape()).isEqualTo(Shape.of(0));
  }

  @Test
  void differing_from_a_number_is_tested_element_by_element() {
    Array x = array(1, 0, 2);

    ArrayAssert.assertArray(x.ne(0)).hasType("bool[3]").hasElements(1, 0, 1);
    ArrayAssert.assertArray(x.ne(0.5)).hasElements(1, 1, 1);
    ArrayAssert.assertArray(array(Float.NaN).ne(Double.NaN)).hasElements(1);
    ArrayAssert.assertArray(array(true, false).ne(0)).hasElements(1, 0);
    ArrayAssert.assertArray(array(1).astype(DType.U8).ne(-1)).hasElements(1);
  }

  @Test
  void the_least_integer_is_an_exponent() {
    var halves = array(1f, 2f).astype(DType.F16);

    ArrayAssert.assertArray(Lax.integerPow(halves, Integer.MIN_VALUE)).hasElements(1, 0);
    ArrayAssert.assertArray(Lax.integerPow(array(1f, 2f), Integer.MIN_VALUE)).hasElements(1, 0);
  }

  @Test
  void pivots_outside_are_moved_inside() {
    var permutation = Lax.luPivotsToPermutation(array(9, -9), 3);

    ArrayAssert.assertArray(permutation).hasElements(1, 2, 0);
  }
}
