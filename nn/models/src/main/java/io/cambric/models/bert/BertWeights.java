package io.cambric.models.bert;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.NamedArrays;
import io.cambric.io.onnx.OnnxGraph;
import io.cambric.io.weight.WeightMap;
import io.cambric.models.pretrained.ModelShapes;
import io.cambric.models.pretrained.OnnxNames;
import io.cambric.models.pretrained.TiedWeights;
import io.cambric.models.pretrained.WeightNames;
import io.cambric.models.pretrained.WeightTable;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Weights of BERT under the names of Hugging Face. */
public final class BertWeights {

  private static final String PREFIX = "bert.";

  private static final WeightMap MODEL = model(WeightTable.of()).map();

  private static final WeightMap ONNX = model(WeightTable.ofInputsFirst()).map();

  private static final WeightMap MASKED_LM =
      maskedLm(model(WeightTable.of().below(PREFIX, "bert/")));

  private static final WeightMap CLASSIFIER =
      model(WeightTable.of().below(PREFIX, "bert/"))
          .above()
          .dense("classifier", "classifier")
          .map();

  private static final String TABLE = "bert.embeddings.word_embeddings.weight";

  private static final String DECODER = "cls.predictions.decoder.weight";

  private static final String BIAS = "cls.predictions.bias";

  /** A second name of the bias, which Transformers reads where both are there. */
  private static final String DECODER_BIAS = "cls.predictions.decoder.bias";

  private BertWeights() {}

  private static WeightTable model(WeightTable table) {
    table
        .embedding("embeddings.{table:word|position|token_type}_embeddings", "embeddings/{table}")
        .norm("embeddings.LayerNorm", "embeddings/norm")
        .ignore("embeddings.{buffer:position_ids|token_type_ids}")
        .dense("pooler.dense", "pooler")
        .below("encoder.layer.{i}.", "layer_{i}/")
        .dense("attention.self.{part:query|key|value}", "attention/{part}")
        .dense("attention.output.dense", "attention/out")
        .norm("attention.output.LayerNorm", "attention_norm")
        .dense("intermediate.dense", "hidden")
        .dense("output.dense", "output")
        .norm("output.LayerNorm", "output_norm");
    return table;
  }

  private static WeightMap maskedLm(WeightTable model) {
    return model
        .above()
        .dense("cls.predictions.transform.dense", "transform")
        .norm("cls.predictions.transform.LayerNorm", "norm")
        .vector("cls.predictions.bias", "bias")
        .dense("cls.predictions.decoder", "decoder")
        .ignore("cls.seq_relationship.{part:weight|bias}")
        .map();
  }

  /**
   * {@return the variables of {@link Bert}; with a pooler if the weights have one}
   *
   * @param weights of the model, alone or below the heads of pretraining, which are left out
   * @throws DataException listing all differences, or naming weights of another head
   */
  public static Variables load(NamedArrays weights, BertConfig config) {
    var newer = WeightNames.renamed(weights, WeightNames::newer);
    return load(MODEL, newer, config);
  }

  /**
   * {@return the variables of {@link Bert} from a graph that PyTorch exported; with a pooler if the
   * graph has one}
   *
   * @throws DataException listing all differences
   */
  public static Variables load(OnnxGraph graph, BertConfig config) {
    // Constants of the graph outside of the model have no names of weights.
    var named =
        OnnxNames.of(graph)
            .filter(name -> name.startsWith(PREFIX) || name.matches(".*\\.(weight|bias)"));
    return load(ONNX, named, config);
  }

  private static Variables load(WeightMap map, NamedArrays weights, BertConfig config) {
    var own = WeightNames.ofModel(weights, PREFIX, "cls.");
    boolean pooled = own.names().contains("pooler.dense.weight");
    var shapes =
        ModelShapes.of(
            Bert.of(config),
            bert -> {
              var states = bert.call(tokens(), tokens());
              return pooled ? bert.pooled(states) : states;
            });
    return map.load(own, shapes);
  }

  /** {@return the variables of {@link Bert}, as {@link #load(NamedArrays, BertConfig)}} */
  public static Variables load(Map<String, ? extends Array> weights, BertConfig config) {
    return load(NamedArrays.of(weights), config);
  }

  /**
   * {@return the variables of {@link BertMaskedLm}}
   *
   * @throws DataException listing all differences
   */
  public static Variables loadMaskedLm(NamedArrays weights, BertConfig config) {
    var newer = WeightNames.renamed(weights, WeightNames::newer);
    var own = newer.filter(name -> !name.startsWith("bert.pooler."));
    var biased = own.names().contains(DECODER_BIAS) ? own.filter(name -> !name.equals(BIAS)) : own;
    var used =
        WeightNames.renamed(
            TiedWeights.withoutCopy(biased, TABLE, DECODER),
            name -> name.equals(DECODER_BIAS) ? BIAS : name);
    boolean tied = !used.names().contains(DECODER);
    var shapes =
        ModelShapes.of(
            BertMaskedLm.of(config),
            model -> {
              var scores = model.call(tokens(), tokens());
              return tied ? scores : model.decoded(states(config));
            });
    return MASKED_LM.load(used, shapes);
  }

  /** {@return the variables of {@link BertMaskedLm}, as the other overload does} */
  public static Variables loadMaskedLm(Map<String, ? extends Array> weights, BertConfig config) {
    return loadMaskedLm(NamedArrays.of(weights), config);
  }

  /**
   * {@return the variables of {@link BertClassifier}}
   *
   * @throws DataException listing all differences
   */
  public static Variables loadClassifier(NamedArrays weights, BertConfig config) {
    var newer = WeightNames.renamed(weights, WeightNames::newer);
    var shapes = ModelShapes.of(BertClassifier.of(config), model -> model.call(tokens(), tokens()));
    return CLASSIFIER.load(newer, shapes);
  }

  /** {@return the variables of {@link BertClassifier}, as the other overload does} */
  public static Variables loadClassifier(Map<String, ? extends Array> weights, BertConfig config) {
    return loadClassifier(NamedArrays.of(weights), config);
  }

  /**
   * {@return weights by the names of Hugging Face, the inverse of {@link #load}}
   *
   * @throws DataException if these are not the variables of {@link Bert}
   */
  public static Map<String, NdArray> names(Variables variables) {
    return MODEL.export(variables);
  }

  /**
   * {@return weights by the names of Hugging Face, the inverse of {@link #loadMaskedLm}}
   *
   * @throws DataException if these are not the variables of {@link BertMaskedLm}
   */
  public static Map<String, NdArray> maskedLmNames(Variables variables) {
    return MASKED_LM.export(variables);
  }

  /**
   * {@return weights by the names of Hugging Face, the inverse of {@link #loadClassifier}}
   *
   * @throws DataException if these are not the variables of {@link BertClassifier}
   */
  public static Map<String, NdArray> classifierNames(Variables variables) {
    return CLASSIFIER.export(variables);
  }

  /**
   * {@return names of Hugging Face by the paths of variables of {@link Bert}, {@link BertMaskedLm}
   * or {@link BertClassifier}, as for LoRA}
   */
  public static Map<String, String> namesByPath(Variables variables) {
    var names = new TreeMap<String, String>();
    for (var map : List.of(MODEL, MASKED_LM, CLASSIFIER)) {
      names.putAll(map.names(variables));
    }
    return Collections.unmodifiableMap(names);
  }

  private static Array states(BertConfig config) {
    return Numpy.zeros(Shape.of(1, 1, config.layer().features()), DType.F32);
  }

  private static Array tokens() {
    return Numpy.zeros(Shape.of(1, 1), DType.I32);
  }
}
