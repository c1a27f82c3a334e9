package io.cambric.examples.resnet;

import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.examples.images.Batch;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.optax.Optax;
import io.cambric.scope.Params;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ResNetTrainingTest {

  private static final Batch BATCH =
      new Batch(
          Random.randint(Key.of(1), Shape.of(6, 12, 12, 3), 0, 256, DType.U8),
          NdArray.ofInts(Shape.of(6), 0, 1, 2, 0, 1, 2));

  private static final ResNetTraining TRAINING = ResNetTraining.of(BATCH, false);

  private static StandardTrainState<ResNet> state(DType dtype) {
    return ResNetTraining.state(
        ResNet.of(4, List.of(1, 1), 3, dtype),
        TRAINING.normalized(BATCH.images()),
        ResNetTraining.optimizer(0.1, 20),
        Key.of(0));
  }

  @Test
  void normalized_images_have_mean_0_and_variance_1() {
    var x = TRAINING.normalized(BATCH.images());

    assertThat(x.mean(0, 1, 2).abs().max().item()).isCloseTo(0, offset(1e-5));
    assertThat(x.std(0, 1, 2).sub(1).abs().max().item()).isCloseTo(0, offset(1e-5));
  }

  @Test
  void an_image_that_is_augmented_is_a_shifted_or_mirrored_part_of_it() {
    var image = Random.normal(Key.of(3), Shape.of(1, 12, 12, 3)).add(10);
    for (int seed = 0; seed < 20; seed++) {
      var changed = Augmentation.apply(image, Key.of(seed));

      assertThat(changed.shape()).isEqualTo(image.shape());
      assertThat(isShifted(image.get(0), changed.get(0))).as("seed %d", seed).isTrue();
    }
    assertThat(Augmentation.apply(image, Key.of(1)).toFloats())
        .isEqualTo(Augmentation.apply(image, Key.of(1)).toFloats());
  }

  private static boolean isShifted(Array image, Array changed) {
    for (int dy = -4; dy <= 4; dy++) {
      for (int dx = -4; dx <= 4; dx++) {
        for (boolean mirrored : new boolean[] {false, true}) {
          if (matches(image, changed, dy, dx, mirrored)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean matches(Array image, Array changed, int dy, int dx, boolean mirrored) {
    var a = image.toFloats();
    var b = changed.toFloats();
    for (int y = 0; y < 12; y++) {
      for (int x = 0; x < 12; x++) {
        int fromY = y + dy;
        int fromX = (mirrored ? 11 - x : x) + dx;
        boolean inside = fromY >= 0 && fromY < 12 && fromX >= 0 && fromX < 12;
        float expected = inside ? a[(fromY * 12 + fromX) * 3] : 0;
        if (b[(y * 12 + x) * 3] != expected) {
          return false;
        }
      }
    }
    return true;
  }

  /** With gradients of zero, what remains of the first update is the decay alone. */
  @Test
  void weights_of_kernels_decay_and_those_of_normalisations_do_not() {
    var params = state(DType.F32).params();
    var tx = Optax.chain(ResNetTraining.optimizer(0.1, 20));
    var zeros = params.map(x -> x.mul(0));
    var first = tx.update(zeros, tx.init(params), params);
    var second = tx.update(zeros, first.state(), params).updates();

    assertThat(norm(second, "Conv_0", "kernel")).isPositive();
    assertThat(norm(second, "head", "kernel")).isPositive();
    assertThat(norm(second, "head", "bias")).isZero();
    assertThat(norm(second, "BatchNorm_0", "scale")).isZero();
  }

  private static double norm(Params params, String... path) {
    return params.get(path).abs().sum().item();
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"F32", "BF16"})
  void steps_lower_the_loss_with_parameters_in_f32(DType dtype) {
    var state = state(dtype);
    var step = jit(TRAINING::step);
    double before = loss(state);
    for (int i = 0; i < 20; i++) {
      state = step.apply(state, BATCH, Key.of(5)).state();
    }

    assertThat(loss(state)).isLessThan(before);
    assertThat(state.params().get("Conv_0", "kernel").dtype()).isEqualTo(DType.F32);
    assertThat(state.modelState().names()).containsExactly("batch_stats");
  }

  private static double loss(StandardTrainState<ResNet> state) {
    return TRAINING.evaluation(state, BATCH).compute().get("loss").item();
  }

  /** The head is linear in the mean of the features, so its column has the weight of each. */
  @Test
  void maps_weigh_features_by_the_gradient_of_the_logit() {
    var state = state(DType.F32);
    var images = TRAINING.normalized(BATCH.images());
    var coarse = GradCam.coarse(state, images, BATCH.labels());

    var features = GradCam.features(state, images);
    var kernel = state.params().get("head", "kernel");
    int places = features.dim(1) * features.dim(2);
    for (int i = 0; i < 6; i++) {
      var column = kernel.get(":, " + (int) BATCH.labels().get(i).item());
      var expected = Activations.relu(features.get(i).matmul(column)).div(places);
      assertThat(coarse.get(i).sub(expected).abs().max().item()).as("image %d", i).isLessThan(1e-6);
    }
  }

  @Test
  void maps_have_the_size_of_the_images_and_values_from_0_to_1() {
    var images = TRAINING.normalized(BATCH.images());
    var maps = GradCam.maps(state(DType.F32), images, BATCH.labels());

    assertThat(maps.shape()).isEqualTo(Shape.of(6, 12, 12));
    assertThat(maps.min().item()).isNotNegative();
    assertThat(maps.max().item()).isBetween(0.99, 1.0);
  }
}
