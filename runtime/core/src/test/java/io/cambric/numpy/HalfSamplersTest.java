package io.cambric.numpy;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.transform.Transforms;
import org.junit.jupiter.api.Test;

/** Draws of half types, where each operation rounds, with the bits of JAX 0.10.2 on CPU. */
class HalfSamplersTest {

  private static final Shape FOUR = Shape.of(4);
  private static final Shape SIX = Shape.of(6);
  private static final Shape KERNEL = Shape.of(2, 3);

  private static void assertBits(Array numbers, double... expected) {
    float[] floats = new float[expected.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) expected[i];
    }
    assertThat(numbers.toFloats()).containsExactly(floats);
  }

  private static Array uniform(DType dtype, int seed, double lo, double hi) {
    return Random.uniform(Key.of(seed), SIX, dtype, lo, hi);
  }

  private static Array truncated(DType dtype, int seed, double lo, double hi) {
    return Random.truncatedNormal(Key.of(seed), lo, hi, SIX, dtype);
  }

  @Test
  void uniform_numbers_of_bf16_round_the_product_and_the_sum() {
    assertBits(
        uniform(DType.BF16, 3, -0.7, 1.9),
        0.57421875,
        1.28125,
        1.546875,
        -0.212890625,
        1.0625,
        0.31640625);
    assertBits(uniform(DType.BF16, 0, 5, 7.3), 6.5, 6.3125, 5.375, 5.46875, 6.625, 5.59375);
    assertBits(uniform(DType.BF16, 7, -100, 1000), -57, -100, 632, 107, 476, 358);
  }

  @Test
  void uniform_numbers_of_f16_round_the_product_and_the_sum() {
    assertBits(
        uniform(DType.F16, 3, -0.7, 1.9),
        -0.40283203125,
        -0.10302734375,
        -0.57080078125,
        0.072265625,
        1.3076171875,
        0.419921875);
    assertBits(
        uniform(DType.F16, 0, 5, 7.3),
        5.71484375,
        5.48828125,
        5.125,
        6.5078125,
        5.53515625,
        5.9453125);
    assertBits(uniform(DType.F16, 7, -100, 1000), 76.125, 441.5, 78.375, 196.5, 327.5, 567);
  }

  @Test
  void uniform_numbers_have_the_same_bits_in_a_program() {
    for (var dtype : new DType[] {DType.BF16, DType.F16}) {
      var compiled = Transforms.jit((Key key) -> Random.uniform(key, SIX, dtype, -0.7, 1.9));
      assertThat(compiled.apply(Key.of(3)).toFloats())
          .containsExactly(uniform(dtype, 3, -0.7, 1.9).toFloats());
    }
  }

  @Test
  void truncated_normal_numbers_of_bf16_are_those_of_jax() {
    assertBits(
        truncated(DType.BF16, 0, -2, 2),
        0.359375,
        0.1669921875,
        -0.9453125,
        -0.78515625,
        0.5234375,
        -0.61328125);
    assertBits(
        truncated(DType.BF16, 1, -1, 3),
        0.69140625,
        -0.353515625,
        0.1474609375,
        1.625,
        0.515625,
        0.7578125);
    assertBits(
        truncated(DType.BF16, 5, 0.5, 0.9),
        0.69921875,
        0.64453125,
        0.7109375,
        0.796875,
        0.56640625,
        0.8515625);
    assertBits(
        truncated(DType.BF16, 2, -0.3, 7),
        0.337890625,
        0.3125,
        1.5703125,
        1.09375,
        -0.1279296875,
        0.8984375);
  }

  @Test
  void truncated_normal_numbers_of_f16_are_those_of_jax() {
    assertBits(
        truncated(DType.F16, 0, -2, 2),
        -0.47021484375,
        -0.751953125,
        -1.4404296875,
        0.38330078125,
        -0.69140625,
        -0.2138671875);
    assertBits(
        truncated(DType.F16, 1, -1, 3),
        -0.401611328125,
        -0.89599609375,
        0.68505859375,
        0.79833984375,
        0.365234375,
        -0.73046875);
    assertBits(
        truncated(DType.F16, 5, 0.5, 0.9),
        0.7568359375,
        0.8359375,
        0.521484375,
        0.5947265625,
        0.89599609375,
        0.7548828125);
    assertBits(
        truncated(DType.F16, 2, -0.3, 7),
        1.4638671875,
        1.349609375,
        0.5390625,
        0.029693603515625,
        0.06768798828125,
        0.267578125);
  }

  @Test
  void bounds_of_truncated_normal_numbers_of_f16_are_multiplied_by_a_rounded_reciprocal() {
    assertBits(
        Random.truncatedNormal(Key.of(4), 2.11, 4.61, FOUR, DType.F16),
        2.384765625,
        2.3359375,
        2.31640625,
        2.2578125);
    assertBits(
        Random.truncatedNormal(Key.of(4), -2.36, -2.31, FOUR, DType.F16),
        -2.326171875,
        -2.3359375,
        -2.3359375,
        -2.3359375);
    assertBits(
        Random.truncatedNormal(Key.of(5), 1.22, 2.22, FOUR, DType.F16),
        1.693359375,
        1.9287109375,
        1.2509765625,
        1.3681640625);
  }

  @Test
  void gamma_numbers_of_f16_are_those_of_jax() {
    var key = Key.of(4);
    var dtype = DType.F16;
    assertBits(
        Random.gamma(key, half(1.01), FOUR, dtype),
        0.1748046875,
        2.9609375,
        0.951171875,
        3.021484375);
    assertBits(
        Random.gamma(key, half(4.43), FOUR, dtype), 2.5390625, 8.15625, 4.7265625, 8.2265625);
    assertBits(
        Random.gamma(key, half(0.4), FOUR, dtype),
        0.1668701171875,
        0.634765625,
        0.11474609375,
        1.76953125);
    assertBits(
        Random.loggamma(key, half(1.12), FOUR, dtype),
        -1.4716796875,
        1.150390625,
        0.0777587890625,
        1.16796875);
    assertBits(
        Random.loggamma(key, half(0.21), FOUR, dtype),
        -2.87109375,
        -2.12890625,
        -4.6015625,
        -0.19140625);
  }

  @Test
  void numbers_made_from_gamma_numbers_of_f16_are_those_of_jax() {
    var key = Key.of(4);
    var dtype = DType.F16;
    assertBits(
        Random.chisquare(key, half(2.11), FOUR, dtype),
        0.3935546875,
        6.08203125,
        2.0078125,
        6.19140625);
    assertBits(
        Random.t(key, half(2.14), FOUR, dtype),
        -0.52685546875,
        -2.04296875,
        0.4794921875,
        -1.08984375);
    assertBits(
        Random.beta(key, half(0.78), half(1.07), FOUR, dtype),
        0.1578369140625,
        0.138671875,
        0.383056640625,
        0.333984375);
  }

  private static Array half(double x) {
    return NdArray.scalar(DType.F16, x);
  }

  @Test
  void other_samplers_of_bf16_are_those_of_jax() {
    var key = Key.of(4);
    var dtype = DType.BF16;
    assertBits(Random.normal(key, FOUR, dtype), -0.212890625, -0.439453125, 1.328125, -0.76953125);
    assertBits(Random.exponential(key, FOUR, dtype), 0.53515625, 0.3984375, 2.359375, 0.2470703125);
    assertBits(Random.laplace(key, FOUR, dtype), 0.18359375, 0.416015625, -1.6953125, 0.81640625);
    assertBits(Random.cauchy(key, FOUR, dtype), -0.263671875, -0.5703125, 3.265625, -1.171875);
    assertBits(Random.rayleigh(key, 0.7, FOUR, dtype), 0.9296875, 1.046875, 0.310546875, 1.21875);
    assertBits(
        Random.weibullMin(key, 1.3, 2.1, FOUR, dtype), 0.9609375, 0.8359375, 1.953125, 0.6640625);
    assertBits(Random.gumbel(key, FOUR, dtype), 0.12451171875, -0.11083984375, 2.3125, -0.421875);
  }

  @Test
  void other_samplers_of_f16_are_those_of_jax() {
    var key = Key.of(4);
    var dtype = DType.F16;
    assertBits(
        Random.normal(key, FOUR, dtype),
        0.0226287841796875,
        -0.144287109375,
        -0.2088623046875,
        -0.455322265625);
    assertBits(
        Random.exponential(key, FOUR, dtype),
        0.7109375,
        0.583984375,
        0.53955078125,
        0.391845703125);
    assertBits(
        Random.laplace(key, FOUR, dtype),
        -0.0182342529296875,
        0.12188720703125,
        0.180908203125,
        0.432373046875);
    assertBits(
        Random.cauchy(key, FOUR, dtype),
        0.0291595458984375,
        -0.181396484375,
        -0.26513671875,
        -0.61279296875);
    assertBits(
        Random.rayleigh(key, 0.7, FOUR, dtype), 0.8134765625, 0.89453125, 0.92578125, 1.05078125);
    assertBits(
        Random.weibullMin(key, 1.3, 2.1, FOUR, dtype),
        1.1044921875,
        1.005859375,
        0.96923828125,
        0.83203125);
  }

  @Test
  void initializers_of_bf16_are_those_of_jax() {
    var key = Key.of(1);
    var dtype = DType.BF16;
    assertBits(
        Initializers.lecunNormal().init(key, KERNEL, dtype),
        0.421875,
        -0.53515625,
        -0.04345703125,
        1.1171875,
        0.2734375,
        0.474609375);
    assertBits(
        Initializers.lecunUniform().init(key, KERNEL, dtype),
        0.515625,
        -0.6328125,
        -0.0576171875,
        1.0703125,
        0.345703125,
        0.57421875);
    assertBits(
        Initializers.heNormal().init(key, KERNEL, dtype),
        0.59765625,
        -0.7578125,
        -0.0615234375,
        1.5859375,
        0.38671875,
        0.671875);
    assertBits(
        Initializers.glorotUniform().init(key, KERNEL, dtype),
        0.4609375,
        -0.5625,
        -0.05126953125,
        0.95703125,
        0.30859375,
        0.51171875);
    assertBits(
        Initializers.uniform(0.3).init(key, FOUR, dtype),
        0.2138671875,
        0.07275390625,
        0.1435546875,
        0.28125);
    assertBits(
        Initializers.truncatedNormal(0.3).init(key, FOUR, dtype),
        0.1572265625,
        -0.2001953125,
        -0.0162353515625,
        0.41796875);
  }

  @Test
  void initializers_of_f16_are_those_of_jax() {
    var key = Key.of(1);
    var dtype = DType.F16;
    assertBits(
        Initializers.lecunNormal().init(key, KERNEL, dtype),
        -0.5849609375,
        -1.3037109375,
        0.418212890625,
        0.51123046875,
        0.14697265625,
        -1.0009765625);
    assertBits(
        Initializers.lecunUniform().init(key, KERNEL, dtype),
        -0.68408203125,
        -1.1484375,
        0.50927734375,
        0.60986328125,
        0.1865234375,
        -1.009765625);
    assertBits(
        Initializers.heNormal().init(key, KERNEL, dtype),
        -0.8271484375,
        -1.8427734375,
        0.59130859375,
        0.72265625,
        0.207763671875,
        -1.4140625);
    assertBits(
        Initializers.glorotUniform().init(key, KERNEL, dtype),
        -0.611328125,
        -1.0263671875,
        0.455322265625,
        0.54541015625,
        0.166748046875,
        -0.90234375);
    assertBits(
        Initializers.truncatedNormal(0.3).init(key, FOUR, dtype),
        -0.21826171875,
        -0.486328125,
        0.156005859375,
        0.1907958984375);
  }
}
