package io.cambric.compile;

import io.cambric.core.Atom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Substitution in lists of atoms. */
final class Atoms {

  private Atoms() {}

  /** {@return the atoms with the variables of a map replaced; others stay} */
  static List<Atom> replace(List<? extends Atom> atoms, Map<Atom.Var, Atom> replacements) {
    var replaced = new ArrayList<Atom>(atoms.size());
    for (var atom : atoms) {
      replaced.add(
          atom instanceof Atom.Var variable ? replacements.getOrDefault(variable, variable) : atom);
    }
    return replaced;
  }
}
