package io.cambric.models.resnet;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.NamedArrays;
import io.cambric.io.weight.WeightMap;
import io.cambric.models.pretrained.ModelShapes;
import io.cambric.models.pretrained.WeightNames;
import io.cambric.models.pretrained.WeightTable;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import java.util.Map;

/** Weights of residual networks under the names of Hugging Face. */
public final class ResNetWeights {

  private static final String PREFIX = "resnet.";

  private static final WeightMap MODEL = model(WeightTable.of()).map();

  private static final WeightMap CLASSIFIER =
      model(WeightTable.of().below(PREFIX, "resnet/"))
          .above()
          .dense("classifier.1", "classifier")
          .map();

  private ResNetWeights() {}

  private static WeightTable model(WeightTable table) {
    convNorm(table, "embedder.embedder", "embedder");
    var layer = table.below("encoder.stages.{s}.layers.{i}.", "stage_{s}_{i}/");
    convNorm(layer, "layer.{j}", "layer_{j}");
    convNorm(layer, "shortcut", "shortcut_0");
    return table;
  }

  private static void convNorm(WeightTable table, String name, String path) {
    table
        .convolution(name + ".convolution", path + "/conv")
        .norm(name + ".normalization", path + "/norm")
        .inCollection("batch_stats", name + ".normalization.running_mean", path + "/norm/mean")
        .inCollection("batch_stats", name + ".normalization.running_var", path + "/norm/var")
        .ignore(name + ".normalization.num_batches_tracked");
  }

  /**
   * {@return the variables of {@link ResNet}}
   *
   * @param weights of the model, whose names may have the prefix that they have below a head
   * @throws DataException listing all differences, or naming weights of a head
   */
  public static Variables load(NamedArrays weights, ResNetConfig config) {
    var own = WeightNames.ofModel(weights, PREFIX);
    var shapes = ModelShapes.of(ResNet.of(config), model -> model.call(images(config)));
    return MODEL.load(own, shapes);
  }

  /** {@return the variables of {@link ResNet}, as the other overload does} */
  public static Variables load(Map<String, ? extends Array> weights, ResNetConfig config) {
    return load(NamedArrays.of(weights), config);
  }

  /**
   * {@return the variables of {@link ResNetClassifier}}
   *
   * @throws DataException listing all differences
   */
  public static Variables loadClassifier(NamedArrays weights, ResNetConfig config) {
    var shapes = ModelShapes.of(ResNetClassifier.of(config), model -> model.call(images(config)));
    return CLASSIFIER.load(weights, shapes);
  }

  /** {@return the variables of {@link ResNetClassifier}, as the other overload does} */
  public static Variables loadClassifier(
      Map<String, ? extends Array> weights, ResNetConfig config) {
    return loadClassifier(NamedArrays.of(weights), config);
  }

  /**
   * {@return weights by the names of Hugging Face, the inverse of {@link #load}}
   *
   * @throws DataException if these are not the variables of {@link ResNet}
   */
  public static Map<String, NdArray> names(Variables variables) {
    return MODEL.export(variables);
  }

  /**
   * {@return weights by the names of Hugging Face, the inverse of {@link #loadClassifier}}
   *
   * @throws DataException if these are not the variables of {@link ResNetClassifier}
   */
  public static Map<String, NdArray> classifierNames(Variables variables) {
    return CLASSIFIER.export(variables);
  }

  private static Array images(ResNetConfig config) {
    return Numpy.zeros(Shape.of(1, 32, 32, config.channels()), DType.F32);
  }
}
