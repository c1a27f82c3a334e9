package io.cambric.nn;

import static io.cambric.numpy.Initializers.ones;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import java.util.ArrayList;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Functions that layers call in place of their usual ones. */
class LayerFunctionsTest {

  private static final Key KEY = Key.of(0);

  /** 1.001 is 1 in bf16. */
  private static final Array VECTOR = Numpy.full(Shape.of(1, 2), 1.001);

  private static final Array IMAGE = Numpy.full(Shape.of(1, 2, 2, 1), 1.001);

  /** The input goes through bf16, and the parameters stay as they are. */
  private static final PromoteDtypeFn ROUNDED_INPUT =
      (arrays, dtype, inexact) -> {
        var promoted = new ArrayList<>(arrays);
        var input = Objects.requireNonNull(arrays.getFirst());
        promoted.set(0, input.astype(DType.BF16).astype(DType.F32));
        return promoted;
      };

  @Test
  void dense_layers_compute_in_the_dtypes_that_their_function_chooses() {
    var dense = Dense.of(1).withKernelInit(ones()).withPromoteDtype(ROUNDED_INPUT);
    var general = DenseGeneral.of(1).withKernelInit(ones()).withPromoteDtype(ROUNDED_INPUT);
    var einsum =
        Einsum.of(Shape.of(2, 1), "...i,io->...o")
            .withKernelInit(ones())
            .withPromoteDtype(ROUNDED_INPUT);

    assertThat(dense.initWithOutput(KEY, VECTOR).output().toFloats()).containsExactly(2);
    assertThat(general.initWithOutput(KEY, VECTOR).output().toFloats()).containsExactly(2);
    assertThat(einsum.initWithOutput(KEY, VECTOR).output().toFloats()).containsExactly(2);
  }

  @Test
  void convolutions_compute_in_the_dtypes_that_their_function_chooses() {
    var conv = Conv.of(1, 1, 1).withKernelInit(ones()).withPromoteDtype(ROUNDED_INPUT);
    var local = ConvLocal.of(1, 1, 1).withKernelInit(ones()).withPromoteDtype(ROUNDED_INPUT);
    var transposed =
        ConvTranspose.of(1, 1, 1).withKernelInit(ones()).withPromoteDtype(ROUNDED_INPUT);

    assertThat(conv.initWithOutput(KEY, IMAGE).output().toFloats()).containsOnly(1);
    assertThat(local.initWithOutput(KEY, IMAGE).output().toFloats()).containsOnly(1);
    assertThat(transposed.initWithOutput(KEY, IMAGE).output().toFloats()).containsOnly(1);
  }

  @Test
  void the_table_of_an_embedding_need_not_be_floating() {
    var seen = new ArrayList<String>();
    PromoteDtypeFn noted =
        (arrays, dtype, inexact) -> {
          seen.add("%d arrays, dtype %s, inexact %s".formatted(arrays.size(), dtype, inexact));
          return arrays;
        };
    var embed = Embed.of(3, 2).withDtype(DType.F32).withPromoteDtype(noted);
    var variables = embed.init(KEY, Numpy.array(new int[] {0, 2}));
    seen.clear();

    embed.apply(variables, Numpy.array(new int[] {1}));
    embed.apply(variables, m -> m.attend(Numpy.ones(1, 2)));

    assertThat(seen)
        .containsExactly("1 arrays, dtype f32, inexact false", "2 arrays, dtype f32, inexact true");
  }

  /** Flax 0.12.8 with JAX 0.10.2 gives float32 for each. */
  @Test
  void operands_that_a_choice_leaves_in_two_dtypes_meet_in_the_product() {
    PromoteDtypeFn none = (arrays, dtype, inexact) -> arrays;
    var dense = Dense.of(1).withPromoteDtype(none);
    var general = DenseGeneral.of(1).withPromoteDtype(none);
    var embed = Embed.of(3, 2).withPromoteDtype(none);
    var half = Numpy.ones(1, 2).astype(DType.BF16);
    var table = embed.init(KEY, Numpy.array(new int[] {0}));

    assertThat(dense.initWithOutput(KEY, half).output().dtype()).isEqualTo(DType.F32);
    assertThat(general.initWithOutput(KEY, half).output().dtype()).isEqualTo(DType.F32);
    assertThat(embed.apply(table, m -> m.attend(half)).dtype()).isEqualTo(DType.F32);
  }

  @Test
  void promoted_arrays_keep_their_shapes() {
    PromoteDtypeFn withoutBias = (arrays, dtype, inexact) -> arrays.subList(0, 2);

    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Dense.of(1).withPromoteDtype(withoutBias).init(KEY, VECTOR))
        .withMessageContaining(
            "Dense needs promoteDtype to return arrays of the shapes [[1, 2], [2, 1], [1]], but got"
                + " [[1, 2], [2, 1]]. Only convert them, as astype does.");
  }

  @Test
  void a_convolution_may_be_one_of_your_own() {
    ConvGeneralDilatedFn doubled =
        (x, kernel, strides, padding, xDilation, kernelDilation, dims, groups) ->
            Lax.convGeneralDilated(
                    x, kernel, strides, padding, xDilation, kernelDilation, dims, groups, 1)
                .mul(2);
    var conv = Conv.of(1, 2, 2).withPadding(Padding.VALID).withKernelInit(ones());
    var image = Numpy.ones(1, 2, 2, 1);

    assertThat(conv.initWithOutput(KEY, image).output().toFloats()).containsExactly(4);
    assertThat(conv.withConvGeneralDilated(doubled).initWithOutput(KEY, image).output().toFloats())
        .containsExactly(8);
  }

  @Test
  void attention_maps_by_products_of_your_own() {
    var x = Random.normal(KEY, Shape.of(1, 3, 4));
    var names = new ArrayList<Integer>();
    DotGeneralFn noted =
        (lhs, rhs, dims) -> {
          names.add(rhs.rank());
          return Lax.dotGeneral(lhs, rhs, dims);
        };
    var attention = MultiHeadDotProductAttention.of(2);
    var variables = attention.init(KEY, x);

    attention.withQkvDotGeneral(noted).apply(variables, x);
    assertThat(names).containsExactly(3, 3, 3);
    names.clear();
    attention.withOutDotGeneral(noted).apply(variables, x);
    assertThat(names).containsExactly(3);
  }

  @Test
  void attention_weighs_by_einsums_of_your_own() {
    var equations = new ArrayList<String>();
    EinsumFn noted =
        (equation, lhs, rhs) -> {
          equations.add(equation);
          return Numpy.einsum(equation, lhs, rhs);
        };
    // As many as Attention computes in tiles otherwise.
    var x = Random.normal(KEY, Shape.of(1, 128, 4));
    var attention = MultiHeadAttention.of(2);
    var variables = attention.init(KEY, x);
    var noting = attention.withQkAttnWeightsEinsum(noted).withAttnWeightsValueEinsum(noted);

    var weighed = noting.apply(variables, x);

    assertThat(equations).containsExactly("...qhd,...khd->...hqk", "...hqk,...khd->...qhd");
    assertThat(Numpy.allclose(weighed, attention.apply(variables, x), 1e-5, 1e-6).item())
        .isEqualTo(1);
  }

  @Test
  void attention_needs_both_einsums_or_neither() {
    var attention = MultiHeadAttention.of(2).withQkAttnWeightsEinsum(Numpy::einsum);

    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> attention.init(KEY, Numpy.ones(1, 3, 4)))
        .withMessageContaining(
            "Attention needs both qkAttnWeightsEinsum and attnWeightsValueEinsum, or "
                + "neither, but got one of them. Pass Numpy::einsum for the other.");
  }
}
