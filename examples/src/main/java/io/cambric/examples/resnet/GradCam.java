package io.cambric.examples.resnet;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.numpy.Activations.relu;
import static io.cambric.numpy.Numpy.expandDims;
import static io.cambric.numpy.Numpy.max;
import static io.cambric.numpy.Numpy.takeAlongAxis;
import static io.cambric.numpy.Numpy.zeros;
import static io.cambric.transform.Transforms.gradAux;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Image;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.option.ResizeMethod;
import io.cambric.scope.Variables;
import io.cambric.transform.result.WithAux;
import io.cambric.tree.Trees;

/**
 * Maps of the places of images that speak for a class: the features of the last stage in a weighted
 * sum. The weight of a feature is the mean of the logit's gradient in it.
 *
 * @see <a href="https://arxiv.org/abs/1610.02391">Selvaraju et al., Grad-CAM</a>
 */
final class GradCam {

  private static final double EPSILON = 1e-8;

  private GradCam() {}

  /**
   * {@return a map of each image, {@code [n, height, width]} with a maximum of 1}
   *
   * @param images normalised, {@code [n, height, width, channels]}
   * @param classes the class of each map, {@code i32[n]}
   */
  static Array maps(StandardTrainState<ResNet> state, Array images, Array classes) {
    var shape = Shape.of(images.dim(0), images.dim(1), images.dim(2));
    var large = Image.resize(coarse(state, images, classes), shape, ResizeMethod.LINEAR);
    var most = max(large, 1, 2).reshape(-1, 1, 1);
    return large.div(most.add(EPSILON));
  }

  /** {@return maps of the classes that the network predicts} */
  static Array ofPredicted(StandardTrainState<ResNet> state, Array images) {
    var logits = state.model().apply(state.variables(), images, false);
    return maps(state, images, logits.argmax(-1));
  }

  /** {@return the weighted features, of the size that the last stage has} */
  static Array coarse(StandardTrainState<ResNet> state, Array images, Array classes) {
    var unchanged =
        state
            .model()
            .apply(state.variables(), mutable("perturbations"), m -> m.call(images, false))
            .variables();
    var at =
        gradAux((Variables perturbations) -> chosen(state, perturbations, images, classes))
            .apply(unchanged);
    var gradient = at.grads().collection("perturbations").get(ResNetExample.ResNetDef.FEATURES);
    var weights = expandDims(expandDims(gradient.mean(1, 2), 1), 1);
    return relu(weights.mul(at.aux()).sum(-1));
  }

  /** {@return the sum of the logits of the classes, and the features they are computed from} */
  private static WithAux<Array> chosen(
      StandardTrainState<ResNet> state, Variables perturbations, Array images, Array classes) {
    var applied =
        state
            .model()
            .apply(
                state.variables().with(perturbations),
                mutable("intermediates"),
                m -> m.call(images, false));
    var logits = takeAlongAxis(applied.output(), expandDims(classes, -1), -1);
    // The only intermediate value is what the model has sown.
    var features = (Array) Trees.leaves(applied.variables()).getFirst();
    return new WithAux<>(logits.sum(), features);
  }

  /** {@return the features of the last stage, {@code [n, height', width', features]}} */
  static Array features(StandardTrainState<ResNet> state, Array images) {
    return chosen(state, Variables.empty(), images, zeros(Shape.of(images.dim(0)), DType.I32))
        .aux();
  }

  /**
   * {@return images with their maps in red over them, {@code [n, height, width, 3]} from 0 to 1}
   *
   * @param images from 0 to 1, with three channels
   */
  static Array overlay(Array images, Array maps) {
    var heat = expandDims(maps, -1).mul(Numpy.array(1, 0.25, 0));
    return images.mul(0.45).add(heat.mul(0.55)).clip(0, 1);
  }
}
