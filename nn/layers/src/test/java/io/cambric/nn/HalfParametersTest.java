package io.cambric.nn;

import static io.cambric.testing.Near.ones;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.numpy.Key;
import org.junit.jupiter.api.Test;

/** Initial parameters of half types, with the bits of Flax 0.12.8 on JAX 0.10.2. */
class HalfParametersTest {

  @Test
  void a_dense_kernel_has_the_bits_of_flax() {
    assertThat(dense(DType.BF16)).containsExactly(0.38671875f, 0.7578125f, 0.88671875f);
    assertThat(dense(DType.F16)).containsExactly(1.0341796875f, -0.5673828125f, -0.27099609375f);
  }

  private static float[] dense(DType dtype) {
    var variables = Dense.of(3).withParamDtype(dtype).init(Key.of(0), ones(1, 1));
    return floats(variables.params().get("kernel"));
  }

  @Test
  void a_convolution_kernel_has_the_bits_of_flax() {
    assertThat(conv(DType.BF16))
        .containsExactly(-0.423828125f, -0.09033203125f, -0.2275390625f, 0.66796875f);
    assertThat(conv(DType.F16))
        .containsExactly(0.642578125f, 0.6640625f, -0.18017578125f, -0.58251953125f);
  }

  private static float[] conv(DType dtype) {
    var variables = Conv.of(2, 2).withParamDtype(dtype).init(Key.of(2), ones(1, 4, 1));
    return floats(variables.params().get("kernel"));
  }

  @Test
  void an_embedding_table_has_the_bits_of_flax() {
    assertThat(table(DType.BF16))
        .containsExactly(
            -0.318359375f, -0.06494140625f, -0.1689453125f, 0.515625f, -0.00848388671875f, 0.9375f);
    assertThat(table(DType.F16))
        .containsExactly(
            0.48974609375f,
            0.50634765625f,
            -0.135009765625f,
            -0.44189453125f,
            -0.365966796875f,
            0.2127685546875f);
  }

  private static float[] table(DType dtype) {
    var ids = NdArray.ofInts(Shape.of(1), 0);
    return floats(
        Embed.of(2, 3).withParamDtype(dtype).init(Key.of(2), ids).params().get("embedding"));
  }

  private static float[] floats(Array x) {
    return Lax.convertElementType(x, DType.F32).toFloats();
  }
}
