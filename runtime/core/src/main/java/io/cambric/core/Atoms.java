package io.cambric.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Substitution in lists of atoms. */
public final class Atoms {

  private Atoms() {}

  /** {@return the atoms with the variables of a map replaced; the others are unchanged} */
  public static List<Atom> replace(
      List<? extends Atom> atoms, Map<Atom.Var, ? extends Atom> replacements) {
    var replaced = new ArrayList<Atom>(atoms.size());
    for (var atom : atoms) {
      var replacement = atom instanceof Atom.Var variable ? replacements.get(variable) : null;
      replaced.add(replacement == null ? atom : replacement);
    }
    return replaced;
  }
}
