package io.cambric.nn;

import static io.cambric.numpy.Initializers.ones;
import static io.cambric.testing.Near.array;
import static io.cambric.testing.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EinsumTest {

  private static Shape shape(String dims) {
    var numbers = dims.split(" ");
    int[] sizes = new int[numbers.length];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = Integer.parseInt(numbers[i]);
    }
    return Shape.of(sizes);
  }

  /** The rows are those of Flax's own tests. */
  @ParameterizedTest
  @CsvSource({
    "'abc,cde->abde', 3 4 5, 5 6 7, 3 4 6 7, 6 7",
    "'abcd,abcd->abcd', 3 4 5 6, 3 4 5 6, 3 4 5 6, 3 4 5 6",
    "'abcd,abcd->abd', 3 4 5 6, 3 4 5 6, 3 4 6, 3 4 6",
    "'...a,ab->...b', 2 2 4, 4 3, 2 2 3, 3",
    "'...a,...ab->...b', 2 5 4, 5 4 3, 2 5 3, 5 3",
  })
  void the_bias_has_the_axes_of_the_result_that_the_kernel_has(
      String equation, String input, String kernel, String result, String bias) {
    var x = Numpy.ones(shape(input));
    var layer = Einsum.of(shape(kernel), equation);

    var made = layer.initWithOutput(Key.of(0), m -> m.call(x));

    assertThat(made.output().shape()).isEqualTo(shape(result));
    assertThat(made.variables().params().get("bias").shape()).isEqualTo(shape(bias));
    var ofCall = Einsum.of(shape(kernel)).apply(made.variables(), m -> m.call(x, equation));
    assertThat(ofCall.toFloats()).isEqualTo(made.output().toFloats());
  }

  @Test
  void an_equation_names_its_result_and_comes_once() {
    Array x = Numpy.ones(2, 3);

    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Einsum.of(Shape.of(3, 4), "ab,bc").init(Key.of(0), x))
        .withMessageContaining(
            "Einsum needs an equation of input and kernel with a result, such as \"...d,df->...f\","
                + " but got \"ab,bc\".");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Einsum.of(Shape.of(3, 4)).init(Key.of(0), x))
        .withMessageContaining("neither the module nor its call has one");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Einsum.of(Shape.of(3, 4), "ab,bc->ac").init(Key.of(0), x, "ab,bc->ac"))
        .withMessageContaining("Leave one of them out.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Einsum.of(Shape.of(3, 4), "abc,cd->abd").init(Key.of(0), x))
        .withMessageContaining(
            "Einsum \"abc,cd->abd\" needs an operand with the axes \"abc\", but got one with 2 axes.");
  }

  @Test
  void the_product_has_the_preferred_dtype() {
    var x = array(Shape.of(1, 2), 1, 1.0 / 256);
    var half = Einsum.of(Shape.of(2, 1), "ab,bc->ac").withDtype(DType.BF16).withKernelInit(ones());
    var y = half.withPreferredElementType(DType.F32).initWithOutput(Key.of(0), x).output();
    assertThat(y.dtype()).isEqualTo(DType.F32);
    assertNear(y, 1 + 1.0 / 256);
    assertNear(half.initWithOutput(Key.of(0), x).output(), 1);
  }
}
