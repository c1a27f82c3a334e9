package io.cambric.conformance.python;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An expression of Python. */
sealed interface Expr {

  /** A number, string, boolean, {@code None} or {@code ...}. */
  record Constant(@Nullable Object value) implements Expr {}

  record Name(String name) implements Expr {}

  record Attribute(Expr of, String name) implements Expr {}

  record Call(Expr function, List<Expr> args, Map<String, Expr> kwargs) implements Expr {}

  record Index(Expr of, Expr index) implements Expr {}

  record SliceExpr(@Nullable Expr from, @Nullable Expr to, @Nullable Expr step) implements Expr {}

  /** An argument or item that stands for all of its items. */
  record Star(Expr of) implements Expr {}

  record TupleExpr(List<Expr> items) implements Expr {}

  record ListExpr(List<Expr> items) implements Expr {}

  record DictExpr(List<Expr> keys, List<Expr> values) implements Expr {}

  record Unary(String operator, Expr of) implements Expr {}

  record Binary(String operator, Expr left, Expr right) implements Expr {}

  /** {@code a < b <= c}: as many operators as operands after the first. */
  record Comparison(Expr first, List<String> operators, List<Expr> others) implements Expr {}

  record Logical(String operator, Expr left, Expr right) implements Expr {}

  record Conditional(Expr then, Expr condition, Expr otherwise) implements Expr {}

  record Lambda(Parameters parameters, Expr body) implements Expr {}

  /** {@code element for target in items}, as a list or a generator. */
  record Comprehension(Expr element, Expr target, Expr items) implements Expr {}

  /**
   * The parameters of a function.
   *
   * @param names positional ones, in order
   * @param defaults of the last of them
   * @param rest the name after {@code *}
   */
  record Parameters(List<String> names, Map<String, Expr> defaults, @Nullable String rest) {}

  /** {@return the dotted name this expression is, such as {@code jnp.linalg.norm}, or null} */
  default @Nullable String dotted() {
    return switch (this) {
      case Name name -> name.name();
      case Attribute attribute -> {
        var of = attribute.of().dotted();
        yield of == null ? null : of + "." + attribute.name();
      }
      default -> null;
    };
  }

  /** {@return the text for messages: shape without details} */
  static String toText(List<Expr> exprs) {
    return exprs.stream().map(Expr::toString).collect(Collectors.joining(", "));
  }
}
