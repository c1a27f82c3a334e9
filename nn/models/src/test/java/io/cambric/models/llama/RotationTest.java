package io.cambric.models.llama;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.models.decoder.Decoding;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import org.junit.jupiter.api.Test;

class RotationTest {

  private static final int SIZE = 8;

  /** The formula of Llama 3, by its wavelengths. */
  private static double scaled(double frequency, RopeScaling.Llama3 by) {
    double wavelength = 2 * Math.PI / frequency;
    double length = by.originalMaxPositionEmbeddings();
    if (wavelength < length / by.highFreqFactor()) {
      return frequency;
    }
    if (wavelength > length / by.lowFreqFactor()) {
      return frequency / by.factor();
    }
    double smooth =
        (length / wavelength - by.lowFreqFactor()) / (by.highFreqFactor() - by.lowFreqFactor());
    return (1 - smooth) * frequency / by.factor() + smooth * frequency;
  }

  @Test
  void frequencies_of_llama_3_are_scaled_by_their_wavelengths() {
    var scaling = new RopeScaling.Llama3(8, 1, 4, 32);
    var frequencies = new RopeParameters(500, scaling).frequencies(16);
    for (int i = 0; i < 8; i++) {
      double plain = Math.pow(500, -2.0 * i / 16);
      assertThat((double) frequencies[i]).isCloseTo(scaled(plain, scaling), within(1e-7));
    }
    assertThat(frequencies[0]).isEqualTo(1);
    assertThat((double) frequencies[7]).isCloseTo(Math.pow(500, -7.0 / 8) / 8, within(1e-9));
  }

  @Test
  void a_turn_is_that_of_each_pair_of_halves() {
    var parameters = new RopeParameters(100, new RopeScaling.Linear(2));
    var heads = Random.normal(Key.of(0), Shape.of(1, 3, 2, SIZE));
    var positions = NdArray.ofInts(Shape.of(1, 3), 0, 5, 700);
    var rotated = Rotation.of(positions, parameters, SIZE).rotate(heads);
    for (int t = 0; t < 3; t++) {
      for (int i = 0; i < SIZE / 2; i++) {
        double angle = positions.get(0, t).item() * Math.pow(100, -2.0 * i / SIZE) / 2;
        double x = heads.get(0, t, 1, i).item();
        double y = heads.get(0, t, 1, i + SIZE / 2).item();
        assertThat((double) rotated.get(0, t, 1, i).item())
            .isCloseTo(x * Math.cos(angle) - y * Math.sin(angle), within(1e-4));
        assertThat((double) rotated.get(0, t, 1, i + SIZE / 2).item())
            .isCloseTo(y * Math.cos(angle) + x * Math.sin(angle), within(1e-4));
      }
    }
  }

  @Test
  void scores_depend_on_distances_only() {
    var parameters = RopeParameters.of(10_000);
    var query = Random.normal(Key.of(1), Shape.of(1, 1, 1, SIZE));
    var key = Random.normal(Key.of(2), Shape.of(1, 1, 1, SIZE));
    var near = score(parameters, query, key, 7, 4);
    var far = score(parameters, query, key, 107, 104);
    assertThat(far).isCloseTo(near, within(1e-4));
  }

  private static double score(
      RopeParameters parameters, Array query, Array key, int ofQuery, int ofKey) {
    var q = Rotation.of(NdArray.ofInts(Shape.of(1, 1), ofQuery), parameters, SIZE).rotate(query);
    var k = Rotation.of(NdArray.ofInts(Shape.of(1, 1), ofKey), parameters, SIZE).rotate(key);
    return q.mul(k).sum().item();
  }

  @Test
  void angles_of_halves_are_those_of_floats() {
    var positions = NdArray.ofInts(Shape.of(1, 1), 1001);
    var rotation = Rotation.of(positions, RopeParameters.of(10_000), SIZE);
    assertThat(rotation.cos().dtype()).isEqualTo(DType.F32);
    var half = Numpy.ones(Shape.of(1, 1, 1, SIZE), DType.BF16);
    var rotated = rotation.rotate(half);
    assertThat(rotated.dtype()).isEqualTo(DType.BF16);
    var full = rotation.rotate(Numpy.ones(1, 1, 1, SIZE));
    assertThat(Decoding.same(rotated, full.astype(DType.BF16))).isTrue();
  }
}
