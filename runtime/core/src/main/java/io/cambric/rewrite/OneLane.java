package io.cambric.rewrite;

import io.cambric.core.Atom;
import io.cambric.core.MappedAxis;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sum, an extremum or a permutation over an axis of one lane. The operand replaces it, so a
 * training step in a group of one process has no collectives.
 */
final class OneLane {

  private OneLane() {}

  static @Nullable List<Atom> operand(MappedAxis axis, List<Atom> operands) {
    return axis.size() == 1 ? operands : null;
  }
}
