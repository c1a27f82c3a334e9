package io.cambric.conformance.python;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the dotted names that a text takes from outside, without running it; mutable while it does.
 */
public final class FreeNames {

  private final Set<String> bound = new HashSet<>();
  private final List<Use> uses = new ArrayList<>();

  /**
   * A dotted name and, where it is called, the names of the arguments.
   *
   * @param name such as {@code jnp.sum}
   * @param kwargs empty where it is not called
   */
  public record Use(String name, Set<String> kwargs) {}

  private FreeNames(Set<String> variables) {
    bound.addAll(variables);
  }

  /** {@return the uses in an expression over variables} */
  public static List<Use> ofExpression(String text, Set<String> variables) {
    var names = new FreeNames(variables);
    names.visit(Parser.expression(text));
    return names.free();
  }

  /** {@return the uses in a program over variables} */
  public static List<Use> ofProgram(String text, Set<String> variables) {
    var names = new FreeNames(variables);
    names.visitAll(Parser.program(text));
    return names.free();
  }

  private List<Use> free() {
    return uses.stream()
        .filter(use -> !bound.contains(use.name().split("\\.", 2)[0]))
        .filter(use -> !Builtins.NAMES.contains(use.name()))
        .toList();
  }

  private void visitAll(List<Stmt> statements) {
    statements.forEach(this::visit);
  }

  private void visit(Stmt statement) {
    switch (statement) {
      case Stmt.Expression(var expr) -> visit(expr);
      case Stmt.Assign(var targets, var value) -> {
        targets.forEach(this::bind);
        visit(value);
      }
      case Stmt.Def(var name, var parameters, var body) -> {
        bound.add(name);
        bind(parameters);
        visitAll(body);
      }
      case Stmt.Return(var value) -> visit(value);
      case Stmt.While(var condition, var body) -> {
        visit(condition);
        visitAll(body);
      }
      case Stmt.For(var target, var items, var body) -> {
        bind(target);
        visit(items);
        visitAll(body);
      }
      case Stmt.If(var condition, var then, var otherwise) -> {
        visit(condition);
        visitAll(then);
        visitAll(otherwise);
      }
      case Stmt.Import(var module, var names) ->
          names.forEach(name -> {
            bound.add(name);
            if (!Builtins.NAMES.contains(name)) {
              uses.add(new Use(module + "." + name, Set.of()));
            }
          });
    }
  }

  private void bind(Expr target) {
    switch (target) {
      case Expr.Name(var name) -> bound.add(name);
      case Expr.TupleExpr(var items) -> items.forEach(this::bind);
      case Expr.ListExpr(var items) -> items.forEach(this::bind);
      default -> visit(target);
    }
  }

  private void bind(Expr.Parameters parameters) {
    bound.addAll(parameters.names());
    if (parameters.rest() != null) {
      bound.add(parameters.rest());
    }
    parameters.defaults().values().forEach(this::visit);
  }

  private void visit(@Nullable Expr expr) {
    switch (expr) {
      case null -> {}
      case Expr.Constant _ -> {}
      case Expr.Name(var name) -> uses.add(new Use(name, Set.of()));
      case Expr.Attribute attribute -> visitDotted(attribute, Set.of());
      case Expr.Call(var function, var args, var kwargs) -> {
        visitDotted(function, kwargs.keySet());
        args.forEach(this::visit);
        kwargs.values().forEach(this::visit);
      }
      case Expr.Index(var of, var index) -> visitBoth(of, index);
      case Expr.SliceExpr(var from, var to, var step) -> {
        visitBoth(from, to);
        visit(step);
      }
      case Expr.Star(var of) -> visit(of);
      case Expr.TupleExpr(var items) -> items.forEach(this::visit);
      case Expr.ListExpr(var items) -> items.forEach(this::visit);
      case Expr.DictExpr(var keys, var values) -> {
        keys.forEach(this::visit);
        values.forEach(this::visit);
      }
      case Expr.Unary(var _, var of) -> visit(of);
      case Expr.Binary(var _, var left, var right) -> visitBoth(left, right);
      case Expr.Comparison(var first, var _, var others) -> {
        visit(first);
        others.forEach(this::visit);
      }
      case Expr.Logical(var _, var left, var right) -> visitBoth(left, right);
      case Expr.Conditional(var then, var condition, var otherwise) -> {
        visit(condition);
        visitBoth(then, otherwise);
      }
      case Expr.Lambda(var parameters, var body) -> {
        bind(parameters);
        visit(body);
      }
      case Expr.Comprehension(var element, var target, var items) -> {
        bind(target);
        visitBoth(element, items);
      }
    }
  }

  private void visitBoth(@Nullable Expr first, @Nullable Expr second) {
    visit(first);
    visit(second);
  }

  private void visitDotted(Expr expr, Set<String> kwargs) {
    var dotted = expr.dotted();
    if (dotted != null) {
      uses.add(new Use(dotted, Set.copyOf(kwargs)));
    } else if (expr instanceof Expr.Attribute(var of, var _)) {
      visit(of);
    } else {
      visit(expr);
    }
  }
}
