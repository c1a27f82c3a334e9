package io.cambric.models.distilbert;

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

/** Weights of DistilBERT under the names of Hugging Face. */
public final class DistilBertWeights {

  private static final String PREFIX = "distilbert.";

  private static final WeightMap MODEL = model(WeightTable.of()).map();

  private static final WeightMap CLASSIFIER =
      model(WeightTable.of().below(PREFIX, "distilbert/"))
          .above()
          .dense("pre_classifier", "pre_classifier")
          .dense("classifier", "classifier")
          .map();

  private DistilBertWeights() {}

  private static WeightTable model(WeightTable table) {
    table
        .embedding("embeddings.{table:word|position}_embeddings", "{table}")
        .norm("embeddings.LayerNorm", "norm")
        .ignore("embeddings.position_ids")
        .below("transformer.layer.{i}.", "layer_{i}/")
        .dense("attention.q_lin", "attention/query")
        .dense("attention.k_lin", "attention/key")
        .dense("attention.v_lin", "attention/value")
        .dense("attention.out_lin", "attention/out")
        .norm("sa_layer_norm", "attention_norm")
        .dense("ffn.lin1", "hidden")
        .dense("ffn.lin2", "output")
        .norm("output_layer_norm", "output_norm");
    return table;
  }

  /**
   * {@return the variables of {@link DistilBert}}
   *
   * @param weights of the model, alone or below the head of pretraining, which is left out
   * @throws DataException listing all differences, or naming weights of another head
   */
  public static Variables load(NamedArrays weights, DistilBertConfig config) {
    var own = WeightNames.ofModel(weights, PREFIX, "vocab_");
    var shapes =
        ModelShapes.of(DistilBert.of(config), model -> model.call(tokens(), tokens(), false));
    return MODEL.load(own, shapes);
  }

  /** {@return the variables of {@link DistilBert}, as the other overload does} */
  public static Variables load(Map<String, ? extends Array> weights, DistilBertConfig config) {
    return load(NamedArrays.of(weights), config);
  }

  /**
   * {@return the variables of {@link DistilBertClassifier}}
   *
   * @throws DataException listing all differences
   */
  public static Variables loadClassifier(NamedArrays weights, DistilBertConfig config) {
    var shapes =
        ModelShapes.of(
            DistilBertClassifier.of(config), model -> model.call(tokens(), tokens(), false));
    return CLASSIFIER.load(weights, shapes);
  }

  /** {@return the variables of {@link DistilBertClassifier}, as the other overload does} */
  public static Variables loadClassifier(
      Map<String, ? extends Array> weights, DistilBertConfig config) {
    return loadClassifier(NamedArrays.of(weights), config);
  }

  /**
   * {@return weights by the names of Hugging Face, the inverse of {@link #load}}
   *
   * @throws DataException if these are not the variables of {@link DistilBert}
   */
  public static Map<String, NdArray> names(Variables variables) {
    return MODEL.export(variables);
  }

  /**
   * {@return weights by the names of Hugging Face, the inverse of {@link #loadClassifier}}
   *
   * @throws DataException if these are not the variables of {@link DistilBertClassifier}
   */
  public static Map<String, NdArray> classifierNames(Variables variables) {
    return CLASSIFIER.export(variables);
  }

  /**
   * {@return names of Hugging Face by the paths of variables of {@link DistilBert} or {@link
   * DistilBertClassifier}, as for LoRA}
   */
  public static Map<String, String> namesByPath(Variables variables) {
    var names = MODEL.names(variables);
    return names.isEmpty() ? CLASSIFIER.names(variables) : names;
  }

  private static Array tokens() {
    return Numpy.zeros(Shape.of(1, 1), DType.I32);
  }
}
