package io.cambric.models.pretrained;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.io.NamedArrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Views of weights under other names, which read no element. */
public final class WeightNames {

  private WeightNames() {}

  /** {@return the weights under other names; where two become one, the first stays} */
  public static NamedArrays renamed(NamedArrays weights, UnaryOperator<String> rename) {
    var names = new LinkedHashMap<String, String>();
    weights.names().forEach(name -> names.putIfAbsent(rename.apply(name), name));
    return new Renamed(weights, names);
  }

  /**
   * {@return the weights with a prefix removed from the names that begin with it}
   *
   * <p>A model alone and the same model below a head differ in this prefix.
   */
  private static NamedArrays withoutPrefix(NamedArrays weights, String prefix) {
    return renamed(
        weights, name -> name.startsWith(prefix) ? name.substring(prefix.length()) : name);
  }

  /**
   * {@return the weights of a model, alone or below a head, without the prefix that they have
   * there}
   *
   * @param heads prefixes of the weights of heads of pretraining, which are left out
   * @throws DataException if there are weights of another head, which would be ignored
   */
  public static NamedArrays ofModel(NamedArrays weights, String prefix, String... heads) {
    var known = weights.filter(name -> Stream.of(heads).noneMatch(name::startsWith));
    if (known.names().stream().noneMatch(name -> name.startsWith(prefix))) {
      return known;
    }
    var others = known.names().stream().filter(name -> !name.startsWith(prefix)).sorted().toList();
    if (!others.isEmpty()) {
      throw new DataException(
          "The model has no variables for the weights %s, which belong to a head. Load them with the head, or leave them out with weights.filter(name -> name.startsWith(\"%s\"))."
              .formatted(Quoted.of(others), prefix));
    }
    return withoutPrefix(known, prefix);
  }

  /** {@return the weights with a second name for one weight, unless that name is taken} */
  public static NamedArrays shared(NamedArrays weights, String name, String other) {
    var names = new LinkedHashMap<String, String>();
    weights.names().forEach(each -> names.put(each, each));
    names.putIfAbsent(other, name);
    return new Renamed(weights, names);
  }

  /** {@return the older names of the parameters of normalisations replaced by the newer ones} */
  public static String newer(String name) {
    return name.replace("LayerNorm.gamma", "LayerNorm.weight")
        .replace("LayerNorm.beta", "LayerNorm.bias");
  }

  /**
   * The weights of a map of names.
   *
   * @param sources the names in the source, by the names in this view
   */
  private record Renamed(NamedArrays source, Map<String, String> sources) implements NamedArrays {

    @Override
    public Set<String> names() {
      return Collections.unmodifiableSet(sources.keySet());
    }

    @Override
    public ShapedArray aval(String name) {
      return source.aval(sources.getOrDefault(name, name));
    }

    @Override
    public Array get(String name) {
      return source.get(sources.getOrDefault(name, name));
    }
  }
}
