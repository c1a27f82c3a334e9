package io.cambric.models.vit;

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

/** Weights of vision transformers under the names of Hugging Face's files. */
public final class VitWeights {

  private static final String PREFIX = "vit.";

  private static final WeightMap MODEL = model(WeightTable.of()).map();

  private static final WeightMap CLASSIFIER =
      model(WeightTable.of().below(PREFIX, "vit/")).above().dense("classifier", "classifier").map();

  private VitWeights() {}

  private static WeightTable model(WeightTable table) {
    table
        .vector("embeddings.cls_token", "class_token")
        .vector("embeddings.position_embeddings", "position")
        .ignore("embeddings.mask_token")
        .convolution("embeddings.patch_embeddings.projection", "patch")
        .norm("layernorm", "norm")
        .dense("pooler.dense", "pooler")
        .below("encoder.layer.{i}.", "layer_{i}/")
        .dense("attention.attention.{part:query|key|value}", "attention/{part}")
        .dense("attention.output.dense", "attention/out")
        .norm("layernorm_before", "attention_norm")
        .dense("intermediate.dense", "hidden")
        .dense("output.dense", "output")
        .norm("layernorm_after", "output_norm");
    return table;
  }

  /**
   * {@return the variables of {@link Vit}; with a pooler if the weights have one}
   *
   * @param weights of the model, whose names may have the prefix that they have below a head
   * @throws DataException listing all differences, or naming weights of a head
   */
  public static Variables load(NamedArrays weights, VitConfig config) {
    var own = WeightNames.ofModel(weights, PREFIX);
    boolean pooled = own.names().contains("pooler.dense.weight");
    var shapes =
        ModelShapes.of(
            Vit.of(config),
            vit -> {
              var states = vit.call(images(config));
              return pooled ? vit.pooled(states) : states;
            });
    return MODEL.load(own, shapes);
  }

  /** {@return the variables of {@link Vit}, as the other overload does} */
  public static Variables load(Map<String, ? extends Array> weights, VitConfig config) {
    return load(NamedArrays.of(weights), config);
  }

  /**
   * {@return the variables of {@link VitClassifier}}
   *
   * @throws DataException listing all differences
   */
  public static Variables loadClassifier(NamedArrays weights, VitConfig config) {
    var shapes = ModelShapes.of(VitClassifier.of(config), model -> model.call(images(config)));
    return CLASSIFIER.load(weights, shapes);
  }

  /** {@return the variables of {@link VitClassifier}, as the other overload does} */
  public static Variables loadClassifier(Map<String, ? extends Array> weights, VitConfig config) {
    return loadClassifier(NamedArrays.of(weights), config);
  }

  /**
   * {@return weights by the names of Hugging Face, the inverse of {@link #load}}
   *
   * @throws DataException if these are not the variables of {@link Vit}
   */
  public static Map<String, NdArray> names(Variables variables) {
    return MODEL.export(variables);
  }

  /**
   * {@return weights by the names of Hugging Face, the inverse of {@link #loadClassifier}}
   *
   * @throws DataException if these are not the variables of {@link VitClassifier}
   */
  public static Map<String, NdArray> classifierNames(Variables variables) {
    return CLASSIFIER.export(variables);
  }

  private static Array images(VitConfig config) {
    var image = config.image();
    return Numpy.zeros(Shape.of(1, image.get(0), image.get(1), config.channels()), DType.F32);
  }
}
