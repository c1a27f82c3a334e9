package io.cambric.models.pretrained;

import io.cambric.io.weight.WeightMap;
import io.cambric.io.weight.WeightRule;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of rules from the names of PyTorch's layers to paths of ours; mutable while it is
 * written. Names may have the braces of {@link WeightRule}.
 */
public final class WeightTable {

  private final String names;
  private final String paths;
  private final boolean inputsFirst;
  private final List<WeightRule> rules;

  private WeightTable(String names, String paths, boolean inputsFirst, List<WeightRule> rules) {
    this.names = names;
    this.paths = paths;
    this.inputsFirst = inputsFirst;
    this.rules = rules;
  }

  /** {@return an empty table of paths below the collection {@code params}} */
  public static WeightTable of() {
    return new WeightTable("", "params/", false, new ArrayList<>());
  }

  /** {@return an empty table of linear layers whose matrices are as ours, as in ONNX files} */
  public static WeightTable ofInputsFirst() {
    return new WeightTable("", "params/", true, new ArrayList<>());
  }

  /** {@return this table, with prefixes for the rules that are added to the result} */
  public WeightTable below(String names, String paths) {
    return new WeightTable(this.names + names, this.paths + paths, inputsFirst, rules);
  }

  /** {@return this table, without prefixes for the rules that are added to the result} */
  public WeightTable above() {
    return new WeightTable("", "params/", inputsFirst, rules);
  }

  /** Adds a linear layer, whose matrix is transposed unless its inputs come first. */
  public WeightTable dense(String name, String path) {
    var matrix = rule(name + ".weight");
    return add(inputsFirst ? matrix : matrix.rearrange("out in -> in out"), path + "/kernel")
        .vector(name + ".bias", path + "/bias");
  }

  /** Adds a normalisation. */
  public WeightTable norm(String name, String path) {
    return vector(name + ".weight", path + "/scale").vector(name + ".bias", path + "/bias");
  }

  /** Adds a table of rows. */
  public WeightTable embedding(String name, String path) {
    return vector(name + ".weight", path + "/embedding");
  }

  /** Adds a convolution over two axes, which has its features first. */
  public WeightTable convolution(String name, String path) {
    return add(
            rule(name + ".weight").rearrange("out in height width -> height width in out"),
            path + "/kernel")
        .vector(name + ".bias", path + "/bias");
  }

  /** Adds an array that stays as it is. */
  public WeightTable vector(String name, String path) {
    return add(rule(name), path);
  }

  /** Adds a rule of another form, whose name has its prefix already. */
  public WeightTable add(WeightRule rule, String path) {
    rules.add(rule.to(paths + path));
    return this;
  }

  /** Adds a rule for an array of another collection. */
  public WeightTable inCollection(String collection, String name, String path) {
    var within = paths.substring(paths.indexOf('/'));
    rules.add(rule(name).to(collection + within + path));
    return this;
  }

  /** Adds an array that no variable needs. */
  public WeightTable ignore(String name) {
    rules.add(WeightRule.ignore(names + name));
    return this;
  }

  private WeightRule rule(String name) {
    return WeightRule.from(names + name);
  }

  /** {@return the map of all rules, for all prefixes} */
  public WeightMap map() {
    return WeightMap.of(rules).casting();
  }
}
