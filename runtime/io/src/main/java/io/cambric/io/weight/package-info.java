/**
 * Weights of other libraries by tables of rules, which say what a name of theirs becomes: a
 * transposition, a part of a fused projection, a variable of a module. Everybody may use it; it
 * sees all of the runtime up to modules.
 *
 * {@snippet :
 * var map = WeightMap.of(
 *     WeightRule.from("layers.{i}.weight").rearrange("out in -> in out").to("params/layers_{i}/kernel"),
 *     WeightRule.from("layers.{i}.bias").to("params/layers_{i}/bias"));
 * Variables variables = map.load(SafeTensors.read(Path.of("model.safetensors")), initial);
 * }
 */
@NullMarked
package io.cambric.io.weight;

import org.jspecify.annotations.NullMarked;
