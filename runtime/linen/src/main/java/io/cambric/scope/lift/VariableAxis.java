package io.cambric.scope.lift;

import io.cambric.scope.CollectionFilter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The axis along which the variables of some collections are mapped or scanned.
 *
 * @param collections which
 * @param axis null if all lanes share the variables
 * @param in whether they go in
 * @param out whether they come out
 */
public record VariableAxis(
    CollectionFilter collections, @Nullable Integer axis, boolean in, boolean out) {

  static List<VariableAxis> in(List<VariableAxis> axes) {
    return axes.stream().filter(VariableAxis::in).toList();
  }

  static List<VariableAxis> out(List<VariableAxis> axes) {
    return axes.stream().filter(VariableAxis::out).toList();
  }

  static List<CollectionFilter> filters(List<VariableAxis> axes) {
    return axes.stream().map(VariableAxis::collections).toList();
  }

  /** {@return the axes alone, as a prefix of the groups} */
  static List<@Nullable Integer> axes(List<VariableAxis> axes) {
    var all = new ArrayList<@Nullable Integer>();
    axes.forEach(each -> all.add(each.axis()));
    return all;
  }

  static <T> List<T> and(List<T> list, T one) {
    var longer = new ArrayList<>(list);
    longer.add(one);
    return List.copyOf(longer);
  }
}
