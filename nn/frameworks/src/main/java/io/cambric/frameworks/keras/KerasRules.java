package io.cambric.frameworks.keras;

import io.cambric.io.weight.WeightRule;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rules from the layers of Keras to ours, for a {@link io.cambric.io.weight.WeightMap}. An
 * immutable value, for one form of names.
 *
 * <p>Each method takes the name of a layer, or of the cell of a recurrent layer, and the path of a
 * module without its collection; the path is empty for a module that is all of the model. Both may
 * have braces, as in {@link WeightRule}. Sublayers such as the two directions of {@code
 * Bidirectional} or the layer in {@code TimeDistributed} have rules of their own.
 *
 * <p>Variables have numbers in files of Keras 3. A normalization without {@code gamma} or {@code
 * beta} counts differently, and needs a {@link WeightRule} for each of its variables.
 *
 * {@snippet :
 * var rules = KerasRules.ofLayers();
 * var map =
 *     WeightMap.of(rules.lstm("encoder/lstm_cell", "LSTMCell_0"))
 *         .and(rules.batchNormalization("norm", "BatchNorm_0"))
 *         .and(rules.dense("out", "Dense_0"))
 *         .and(WeightRule.ignore("adam/vars/{i}"));
 * Variables variables = map.load(file.byLayerNames(), initial);
 * }
 *
 * @see <a href="https://keras.io/api/layers/">Keras: layers</a>
 */
public final class KerasRules {

  private static final String SPATIAL = "d h w ";
  private static final String PARAMS = "params";
  private static final String STATISTICS = "batch_stats";
  private static final String KERNEL = "kernel";
  private static final String BIAS = "bias";

  /** The forms of names. */
  private enum Form {
    PATHS,
    LAYERS,
    WEIGHTS,
    OLD_WEIGHTS
  }

  private final Form form;

  private KerasRules(Form form) {
    this.form = form;
  }

  /**
   * {@return rules for the paths in files of Keras 3, as {@link KerasFile#names} has them: {@code
   * layers/dense_1}}
   */
  public static KerasRules ofPaths() {
    return new KerasRules(Form.PATHS);
  }

  /**
   * {@return rules for the names of layers in files of Keras 3, as {@link KerasFile#byLayerNames}
   * has them}
   */
  public static KerasRules ofLayers() {
    return new KerasRules(Form.LAYERS);
  }

  /**
   * {@return rules for the names of weights in {@code .h5} files that Keras 3 writes, such as
   * {@code net/out/kernel}}
   */
  public static KerasRules ofWeights() {
    return new KerasRules(Form.WEIGHTS);
  }

  /** {@return rules for the names of weights in files of Keras 2, which end in {@code :0}} */
  public static KerasRules ofOldWeights() {
    return new KerasRules(Form.OLD_WEIGHTS);
  }

  private WeightRule from(String layer, int number, String name) {
    return WeightRule.from(
        switch (form) {
          case PATHS, LAYERS -> "%s/vars/%d".formatted(layer, number);
          case WEIGHTS -> "%s/%s".formatted(layer, name);
          case OLD_WEIGHTS -> "%s/%s:0".formatted(layer, name);
        });
  }

  private static String path(String collection, String module, String variable) {
    return module.isEmpty()
        ? "%s/%s".formatted(collection, variable)
        : "%s/%s/%s".formatted(collection, module, variable);
  }

  private static String param(String module, String variable) {
    return path(PARAMS, module, variable);
  }

  /** {@return rules from {@code Dense} to a {@code Dense}} */
  public List<WeightRule> dense(String layer, String module) {
    return List.of(
        from(layer, 0, KERNEL).to(param(module, KERNEL)),
        from(layer, 1, BIAS).to(param(module, BIAS)));
  }

  /** {@return rules from {@code Conv1D}, {@code Conv2D} or {@code Conv3D} to a {@code Conv}} */
  public List<WeightRule> conv(String layer, String module) {
    return dense(layer, module);
  }

  /**
   * {@return rules from {@code Conv1DTranspose}, {@code Conv2DTranspose} or {@code Conv3DTranspose}
   * to a {@code ConvTranspose} with a transposed kernel}
   */
  public List<WeightRule> convTranspose(String layer, String module) {
    return dense(layer, module);
  }

  /**
   * {@return rules from {@code DepthwiseConv1D} or {@code DepthwiseConv2D} to a {@code Conv} with
   * as many feature groups as input features}
   *
   * @param axes the number of spatial axes
   */
  public List<WeightRule> depthwiseConv(String layer, String module, int axes) {
    return List.of(
        depthwise(from(layer, 0, KERNEL), axes).to(param(module, KERNEL)),
        from(layer, 1, BIAS).to(param(module, BIAS)));
  }

  private static WeightRule depthwise(WeightRule rule, int axes) {
    var spatial = SPATIAL.substring(SPATIAL.length() - 2 * axes);
    return rule.rearrange("%sin multiplier -> %s1 (in multiplier)".formatted(spatial, spatial));
  }

  /**
   * {@return rules from {@code SeparableConv1D} or {@code SeparableConv2D} to two modules}
   *
   * @param depthwise the path of a {@code Conv} without bias, with as many feature groups as input
   *     features
   * @param pointwise the path of a {@code Conv} over single elements
   * @param axes the number of spatial axes
   */
  public List<WeightRule> separableConv(
      String layer, String depthwise, String pointwise, int axes) {
    return List.of(
        depthwise(from(layer, 0, "depthwise_kernel"), axes).to(param(depthwise, KERNEL)),
        from(layer, 1, "pointwise_kernel").to(param(pointwise, KERNEL)),
        from(layer, 2, BIAS).to(param(pointwise, BIAS)));
  }

  /** {@return rules from {@code Embedding} to an {@code Embed}} */
  public List<WeightRule> embedding(String layer, String module) {
    return List.of(from(layer, 0, "embeddings").to(param(module, "embedding")));
  }

  /**
   * {@return rules from {@code LayerNormalization} or {@code GroupNormalization} to a {@code
   * LayerNorm} or {@code GroupNorm}}
   */
  public List<WeightRule> layerNormalization(String layer, String module) {
    return List.of(
        from(layer, 0, "gamma").to(param(module, "scale")),
        from(layer, 1, "beta").to(param(module, BIAS)));
  }

  /** {@return rules from {@code BatchNormalization} to a {@code BatchNorm} and its statistics} */
  public List<WeightRule> batchNormalization(String layer, String module) {
    var statistics =
        List.of(
            from(layer, 2, "moving_mean").to(path(STATISTICS, module, "mean")),
            from(layer, 3, "moving_variance").to(path(STATISTICS, module, "var")));
    return Stream.of(layerNormalization(layer, module), statistics).flatMap(List::stream).toList();
  }

  /**
   * {@return rules from the cell of an {@code LSTM} to an {@code LstmCell} or {@code
   * OptimizedLstmCell}}
   *
   * @param cell such as {@code layers/lstm/cell}
   */
  public List<WeightRule> lstm(String cell, String module) {
    return List.of(
        from(cell, 0, KERNEL).split(1).to(gates(module, "i", KERNEL, "i", "f", "g", "o")),
        from(cell, 1, "recurrent_kernel")
            .split(1)
            .to(gates(module, "h", KERNEL, "i", "f", "g", "o")),
        from(cell, 2, BIAS).split(0).to(gates(module, "h", BIAS, "i", "f", "g", "o")));
  }

  /**
   * {@return rules from the cell of a {@code GRU} with {@code reset_after}, the default, to a
   * {@code GruCell}}
   *
   * <p>It has two biases, of which our cell adds two gates up.
   *
   * @param cell such as {@code layers/gru/cell}
   */
  public List<WeightRule> gru(String cell, String module) {
    return List.of(
        from(cell, 0, KERNEL).split(1).to(gates(module, "", KERNEL, "iz", "ir", "in")),
        from(cell, 1, "recurrent_kernel").split(1).to(gates(module, "", KERNEL, "hz", "hr", "hn")),
        from(cell, 2, BIAS)
            .rearrange("two width -> (two width)")
            .size("two", 2)
            .split(0)
            .to(gates(module, "", BIAS, "iz", "ir", "in", "iz", "ir", "hn")));
  }

  /**
   * {@return rules from the cell of a {@code SimpleRNN} to a {@code SimpleCell}}
   *
   * @param cell such as {@code layers/simple_rnn/cell}
   */
  public List<WeightRule> simpleRnn(String cell, String module) {
    return List.of(
        from(cell, 0, KERNEL).to(param(module, "i/kernel")),
        from(cell, 1, "recurrent_kernel").to(param(module, "h/kernel")),
        from(cell, 2, BIAS).to(param(module, "i/bias")));
  }

  private static String[] gates(String module, String start, String variable, String... gates) {
    return Stream.of(gates)
        .map(gate -> param(module, start + gate + "/" + variable))
        .toArray(String[]::new);
  }

  /** {@return rules from {@code MultiHeadAttention} to a {@code MultiHeadAttention}} */
  public List<WeightRule> multiHeadAttention(String layer, String module) {
    var suffix = form == Form.PATHS ? "_dense" : "";
    var output = form == Form.PATHS ? "output_dense" : "attention_output";
    return Stream.of(
            part(layer, "query" + suffix, module, "query"),
            part(layer, "key" + suffix, module, "key"),
            part(layer, "value" + suffix, module, "value"),
            part(layer, output, module, "out"))
        .flatMap(List::stream)
        .toList();
  }

  private List<WeightRule> part(String layer, String sublayer, String module, String submodule) {
    return dense(layer + "/" + sublayer, module.isEmpty() ? submodule : module + "/" + submodule);
  }

  /** {@return the form of the names} */
  @Override
  public String toString() {
    return "KerasRules " + form;
  }
}
