package io.cambric.core;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The axis that a vmap or a pmap runs over.
 *
 * @param size number of lanes
 * @param name for collectives, or {@code null}
 */
public record MappedAxis(int size, @Nullable String name) {

  /**
   * {@return the named axes of a function mapped over this one, of which {@code outer} surround it}
   */
  public List<MappedAxis> within(List<MappedAxis> outer) {
    if (name == null) {
      return outer;
    }
    var axes = new ArrayList<MappedAxis>();
    axes.add(this);
    axes.addAll(outer);
    return axes;
  }

  /** {@return name and size as in {@code i:3}} */
  @Override
  public String toString() {
    return name == null ? Integer.toString(size) : name + ":" + size;
  }
}
