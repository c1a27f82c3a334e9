package io.cambric.models.pretrained;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.io.NamedArrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

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
   * {@return the weights with a prefix of names taken off, where names have it}
   *
   * <p>A model alone and the same model below a head differ in this prefix.
   */
  public static NamedArrays withoutPrefix(NamedArrays weights, String prefix) {
    return renamed(
        weights, name -> name.startsWith(prefix) ? name.substring(prefix.length()) : name);
  }

  /** {@return the weights whose names have a prefix; all if none has} */
  public static NamedArrays below(NamedArrays weights, String prefix) {
    boolean some = weights.names().stream().anyMatch(name -> name.startsWith(prefix));
    return some ? kept(weights, name -> name.startsWith(prefix)) : weights;
  }

  /** {@return the weights whose names do not have a prefix} */
  public static NamedArrays without(NamedArrays weights, String prefix) {
    return kept(weights, name -> !name.startsWith(prefix));
  }

  private static NamedArrays kept(NamedArrays weights, Predicate<String> condition) {
    var names = new LinkedHashMap<String, String>();
    weights.names().stream().filter(condition).forEach(name -> names.put(name, name));
    return new Renamed(weights, names);
  }

  /** {@return the weights with a second name for one of them, unless that name is taken} */
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
   * @param sources the names of the source by those of this
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
