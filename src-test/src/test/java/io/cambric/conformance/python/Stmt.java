package io.cambric.conformance.python;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement of Python. */
sealed interface Stmt {

  record Expression(Expr expr) implements Stmt {}

  /** {@code target = target = value}. */
  record Assign(List<Expr> targets, Expr value) implements Stmt {}

  record Def(String name, Expr.Parameters parameters, List<Stmt> body) implements Stmt {}

  record Return(@Nullable Expr value) implements Stmt {}

  record While(Expr condition, List<Stmt> body) implements Stmt {}

  record For(Expr target, Expr items, List<Stmt> body) implements Stmt {}

  record If(Expr condition, List<Stmt> then, List<Stmt> otherwise) implements Stmt {}

  /** {@code from a.b import c, d}. */
  record Import(String module, List<String> names) implements Stmt {}
}
