/**
 * Weights of Keras: files of Keras 3, {@code .keras} and {@code .weights.h5}, the older {@code
 * .h5}, and rules from its layers to ours. The configuration in a file is a text; nothing of it
 * ever runs.
 *
 * {@snippet :
 * try (var file = KerasFile.open(Path.of("model.keras"))) {
 *   var rules = KerasRules.ofLayers();
 *   var map = WeightMap.of(rules.dense("hidden", "Dense_0")).and(rules.dense("out", "Dense_1"));
 *   Variables variables = map.load(file.byLayerNames(), initial);
 * }
 * }
 */
@NullMarked
package io.cambric.frameworks.keras;

import org.jspecify.annotations.NullMarked;
