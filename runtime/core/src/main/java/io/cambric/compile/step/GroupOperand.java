package io.cambric.compile.step;

import io.cambric.core.Atom;

/** An operand of an equation in a fusion group. */
sealed interface GroupOperand {

  /** A value that the group computes, at a point or for a row. */
  record Own(Atom.Var variable) implements GroupOperand {}

  /** A per-row value of the group, broadcast over the points of its rows. */
  record Spread(Atom.Var row) implements GroupOperand {}

  /** A number known when compiled. */
  record Constant(Atom.Literal literal) implements GroupOperand {}

  /** An array in memory that the group loads. */
  record External(Value value) implements GroupOperand {}
}
