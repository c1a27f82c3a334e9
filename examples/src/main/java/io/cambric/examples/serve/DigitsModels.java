package io.cambric.examples.serve;

import static io.cambric.numpy.Activations.softmax;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.examples.digits.DigitNet;
import io.cambric.io.checkpoint.Checkpoints;
import io.cambric.io.checkpoint.RestoreOptions;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.nn.serving.ServedModel;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn2;
import java.nio.file.Path;
import java.util.List;

/** The checkpoints of a training on digits, each a model to serve. All share their programs. */
final class DigitsModels {

  /** Pixels of an image. */
  static final int SIDE = 8;

  private static final Shape IMAGE = Shape.of(SIDE, SIDE, 1);

  /** The largest intensity of images in requests. */
  private static final double SCALED = 1;

  /** The first convolution, whose last axis is the width of the network. */
  private static final String KERNEL = "state/params/ConvBlock_0/Conv_0/kernel";

  private final Checkpoints checkpoints;

  /** From weights and images to the probabilities of the ten digits. */
  private final Fn2<Weights, Array, Array> forward =
      Transforms.jit((Weights weights, Array images) ->
          softmax(weights.net().apply(weights.variables(), images, false)));

  /** The part of a training's state that answers need. */
  @PyTree
  record Weights(Params params, Variables modelState, @Static DigitNet net) {

    Variables variables() {
      return Variables.of(params).with(modelState);
    }
  }

  DigitsModels(Path folder) {
    checkpoints = Checkpoints.in(folder);
  }

  /** {@return whether there is a checkpoint} */
  boolean isThere() {
    return checkpoints.latestStep().isPresent();
  }

  /** {@return the steps of which there are models, ascending} */
  List<Long> steps() {
    return checkpoints.steps();
  }

  /**
   * {@return the model of the latest checkpoint}
   *
   * @throws DataException if there is none, or it is one of another network
   */
  ServedModel<Array, Array> latest() {
    return load(
        checkpoints
            .latestStep()
            .orElseThrow(() ->
                new DataException(
                    "The digits service needs a checkpoint in %s, but there is none. Create one with ./run digits --checkpoint %s."
                        .formatted(checkpoints.folder(), checkpoints.folder()))));
  }

  /**
   * {@return the model of a step, which takes images of intensities in {@code [0, 1]}}
   *
   * @throws DataException if there is no such checkpoint, or it is one of another network
   */
  ServedModel<Array, Array> load(long step) {
    var target = target(step);
    var options = RestoreOptions.of(step).withPart("state").withPaths(_ -> true);
    var weights = checkpoints.restore(target, options).tree();
    return ServedModel.of(
        "step " + step,
        (Array images) -> forward.apply(weights, images),
        Numpy.zeros(SIDE, SIDE, 1));
  }

  /** {@return the network of a checkpoint, with variables that will be replaced} */
  private Weights target(long step) {
    // Checks that the step is one of those saved.
    checkpoints.details(step);
    var file =
        checkpoints.saved().stream()
            .filter(saved -> saved.step() == step)
            .findFirst()
            .orElseThrow()
            .file();
    try (var arrays = SafeTensors.open(file)) {
      if (!arrays.names().contains(KERNEL) || arrays.aval(KERNEL).rank() != 4) {
        throw new DataException(
            "Checkpoint %s needs the network of ./run digits, but has no kernel [3, 3, 1, width] at %s. Train one with ./run digits --checkpoint %s."
                .formatted(file, KERNEL, checkpoints.folder()));
      }
      var net = DigitNet.of(arrays.aval(KERNEL).shape().dim(-1), SCALED);
      var images = new ShapedArray(IMAGE.insert(0, 1), DType.F32);
      var variables = net.lazyInit(Key.of(0), images, (m, x) -> m.call(x, false));
      return new Weights(variables.params(), variables.without(Variables.PARAMS), net);
    }
  }
}
