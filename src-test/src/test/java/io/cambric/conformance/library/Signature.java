package io.cambric.conformance.library;

import io.cambric.conformance.format.UnsupportedFeature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The parameters that a function takes, in order; those after {@code *} only by name, one that
 * begins with {@code *} takes all remaining positional arguments.
 *
 * @param function the dotted name
 */
record Signature(
    String function, List<String> positional, @Nullable String rest, List<String> named) {

  /** {@return the signature of a text such as {@code jnp.sum(a, axis, *, where)}} */
  static Signature of(String text) {
    int open = text.indexOf('(');
    var positional = new ArrayList<String>();
    var named = new ArrayList<String>();
    String rest = null;
    boolean onlyNamed = false;
    for (var part : text.substring(open + 1, text.length() - 1).split(",")) {
      var name = part.strip();
      if (name.equals("*")) {
        onlyNamed = true;
      } else if (name.startsWith("*")) {
        rest = name.substring(1);
        onlyNamed = true;
      } else if (!name.isEmpty()) {
        (onlyNamed ? named : positional).add(name);
      }
    }
    return new Signature(text.substring(0, open), positional, rest, named);
  }

  boolean takes(String parameter) {
    return positional.contains(parameter) || named.contains(parameter);
  }

  /**
   * {@return parameter to value, for those that are given}
   *
   * @throws UnsupportedFeature naming the parameters that are unknown here
   */
  Map<String, @Nullable Object> bind(
      List<@Nullable Object> args, Map<String, @Nullable Object> kwargs) {
    var unknown = new TreeSet<String>();
    kwargs.keySet().stream()
        .filter(name -> !takes(name))
        .forEach(name -> unknown.add("param:" + function + "." + name));
    if (args.size() > positional.size() && rest == null) {
      unknown.add("args:" + function + "/" + args.size());
    }
    if (!unknown.isEmpty()) {
      throw new UnsupportedFeature(unknown);
    }
    var bound = new LinkedHashMap<String, @Nullable Object>();
    for (int i = 0; i < Math.min(args.size(), positional.size()); i++) {
      bound.put(positional.get(i), args.get(i));
    }
    if (rest != null) {
      bound.put(rest, args.subList(Math.min(args.size(), positional.size()), args.size()));
    }
    bound.putAll(kwargs);
    return bound;
  }
}
