package io.cambric.conformance.python;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates Python text. Integers are {@code Long}, floats {@code Double}, {@code None} is null,
 * lists and dicts are Java's, tuples {@link Tuple}, functions {@link PyFunction}; every other value
 * belongs to the {@link Namespace}.
 */
public final class Interpreter {

  private final Namespace namespace;
  private final Builtins builtins = new Builtins(this);

  /** Makes an interpreter over a library. */
  public Interpreter(Namespace namespace) {
    this.namespace = namespace;
  }

  /** {@return the value of an expression over variables} */
  public @Nullable Object evaluate(String text, Map<String, ? extends @Nullable Object> variables) {
    return eval(Parser.expression(text), scopeOf(variables));
  }

  /** {@return the value that a program binds to a variable, null if it binds none} */
  public @Nullable Object run(
      String text, Map<String, ? extends @Nullable Object> variables, String result) {
    var scope = scopeOf(variables);
    execute(Parser.program(text), scope);
    return scope.get(result);
  }

  private static Scope scopeOf(Map<String, ? extends @Nullable Object> variables) {
    var scope = new Scope(null);
    variables.forEach(scope::set);
    return scope;
  }

  /** The value that a statement returns from a function. */
  private record Returned(@Nullable Object value) {}

  private @Nullable Returned execute(List<Stmt> statements, Scope scope) {
    for (var statement : statements) {
      var returned = execute(statement, scope);
      if (returned != null) {
        return returned;
      }
    }
    return null;
  }

  private @Nullable Returned execute(Stmt statement, Scope scope) {
    switch (statement) {
      case Stmt.Expression(var expr) -> eval(expr, scope);
      case Stmt.Assign(var targets, var value) -> {
        var evaluated = eval(value, scope);
        targets.forEach(target -> bind(target, evaluated, scope));
      }
      case Stmt.Def(var name, var parameters, var body) -> {
        PyFunction function =
            (args, kwargs) -> {
              var returned = execute(body, call(name, parameters, args, kwargs, scope));
              return returned == null ? null : returned.value();
            };
        scope.set(name, function);
      }
      case Stmt.Return(var value) -> {
        return new Returned(value == null ? null : eval(value, scope));
      }
      case Stmt.While(var condition, var body) -> {
        while (truth(eval(condition, scope))) {
          var returned = execute(body, scope);
          if (returned != null) {
            return returned;
          }
        }
      }
      case Stmt.For(var target, var items, var body) -> {
        for (var item : items(eval(items, scope))) {
          bind(target, item, scope);
          var returned = execute(body, scope);
          if (returned != null) {
            return returned;
          }
        }
      }
      case Stmt.If(var condition, var then, var otherwise) -> {
        return execute(truth(eval(condition, scope)) ? then : otherwise, scope);
      }
      case Stmt.Import(var module, var names) ->
          names.forEach(name ->
              scope.set(
                  name,
                  builtins.has(name) ? builtins.get(name) : namespace.global(module + "." + name)));
    }
    return null;
  }

  private void bind(Expr target, @Nullable Object value, Scope scope) {
    switch (target) {
      case Expr.Name(var name) -> scope.set(name, value);
      case Expr.TupleExpr(var targets) -> bindEach(targets, value, scope);
      case Expr.ListExpr(var targets) -> bindEach(targets, value, scope);
      case Expr.Index(var of, var index) -> bindItem(eval(of, scope), eval(index, scope), value);
      default -> throw new PythonException("nothing can be assigned to " + target);
    }
  }

  private void bindEach(List<Expr> targets, @Nullable Object value, Scope scope) {
    var items = items(value);
    if (items.size() != targets.size()) {
      throw new PythonException(
          "%d values cannot be bound to %d names".formatted(items.size(), targets.size()));
    }
    for (int i = 0; i < targets.size(); i++) {
      bind(targets.get(i), items.get(i), scope);
    }
  }

  @SuppressWarnings("unchecked")
  private static void bindItem(
      @Nullable Object of, @Nullable Object index, @Nullable Object value) {
    switch (of) {
      case Map<?, ?> map -> ((Map<@Nullable Object, @Nullable Object>) map).put(index, value);
      case List<?> list when index != null ->
          ((List<@Nullable Object>) list).set(HostMath.position(index, list.size()), value);
      case null, default ->
          throw new TypeRefusal(
              "a value of %s cannot change; use .at[...].set(...)"
                  .formatted(of == null ? "None" : of.getClass().getSimpleName()));
    }
  }

  private Scope call(
      String name,
      Expr.Parameters parameters,
      List<@Nullable Object> args,
      Map<String, @Nullable Object> kwargs,
      Scope defined) {
    var scope = new Scope(defined);
    var names = parameters.names();
    if (args.size() > names.size() && parameters.rest() == null) {
      throw new PythonException(
          "%s takes %d arguments, but was given %d".formatted(name, names.size(), args.size()));
    }
    for (int i = 0; i < names.size(); i++) {
      var parameter = names.get(i);
      if (i < args.size()) {
        scope.set(parameter, args.get(i));
      } else if (kwargs.containsKey(parameter)) {
        scope.set(parameter, kwargs.get(parameter));
      } else if (parameters.defaults().containsKey(parameter)) {
        scope.set(parameter, eval(parameters.defaults().get(parameter), defined));
      } else {
        throw new PythonException("%s needs an argument %s".formatted(name, parameter));
      }
    }
    if (parameters.rest() != null) {
      var rest = args.subList(Math.min(names.size(), args.size()), args.size());
      scope.set(parameters.rest(), Tuple.of(rest));
    }
    return scope;
  }

  private @Nullable Object eval(Expr expr, Scope scope) {
    return switch (expr) {
      case Expr.Constant(var value) -> value;
      case Expr.Name(var name) -> name(name, scope);
      case Expr.Attribute attribute -> attribute(attribute, scope);
      case Expr.Call(var function, var args, var kwargs) -> {
        if (!(eval(function, scope) instanceof PyFunction callable)) {
          throw new PythonException("%s cannot be called".formatted(function));
        }
        var named = new LinkedHashMap<String, @Nullable Object>();
        kwargs.forEach((name, value) -> named.put(name, eval(value, scope)));
        yield callable.call(evalAll(args, scope), named);
      }
      case Expr.Index(var of, var index) -> index(eval(of, scope), eval(index, scope));
      case Expr.SliceExpr(var from, var to, var step) ->
          new Slice(evalOrNull(from, scope), evalOrNull(to, scope), evalOrNull(step, scope));
      case Expr.Star _ -> throw new PythonException("* is only for items and arguments");
      case Expr.TupleExpr(var items) -> Tuple.of(evalAll(items, scope));
      case Expr.ListExpr(var items) -> evalAll(items, scope);
      case Expr.DictExpr(var keys, var values) ->
          dict(evalAll(keys, scope), evalAll(values, scope));
      case Expr.Unary(var operator, var of) -> unary(operator, eval(of, scope));
      case Expr.Binary(var operator, var left, var right) ->
          binary(operator, eval(left, scope), eval(right, scope));
      case Expr.Comparison comparison -> compare(comparison, scope);
      case Expr.Logical(var operator, var left, var right) -> {
        var first = eval(left, scope);
        yield truth(first) == operator.equals("or") ? first : eval(right, scope);
      }
      case Expr.Conditional(var then, var condition, var otherwise) ->
          eval(truth(eval(condition, scope)) ? then : otherwise, scope);
      case Expr.Lambda(var parameters, var body) ->
          (PyFunction)
              (args, kwargs) -> eval(body, call("lambda", parameters, args, kwargs, scope));
      case Expr.Comprehension(var element, var target, var items) -> {
        var all = new ArrayList<@Nullable Object>();
        for (var item : items(eval(items, scope))) {
          var inner = new Scope(scope);
          bind(target, item, inner);
          all.add(eval(element, inner));
        }
        yield all;
      }
    };
  }

  private @Nullable Object name(String name, Scope scope) {
    if (scope.has(name)) {
      return scope.get(name);
    }
    return builtins.has(name) ? builtins.get(name) : namespace.global(name);
  }

  private @Nullable Object attribute(Expr.Attribute attribute, Scope scope) {
    var dotted = attribute.dotted();
    if (dotted != null && !scope.has(dotted.substring(0, dotted.indexOf('.')))) {
      return namespace.global(dotted);
    }
    var of = eval(attribute.of(), scope);
    if (of instanceof List<?> list && attribute.name().equals("append")) {
      return append(list);
    }
    if (of == null) {
      throw new PythonException("None has no attribute " + attribute.name());
    }
    return namespace.attribute(of, attribute.name());
  }

  @SuppressWarnings("unchecked")
  private static PyFunction append(List<?> list) {
    return (args, _) -> {
      ((List<@Nullable Object>) list).add(args.getFirst());
      return null;
    };
  }

  private List<@Nullable Object> evalAll(List<Expr> exprs, Scope scope) {
    var all = new ArrayList<@Nullable Object>();
    for (var expr : exprs) {
      if (expr instanceof Expr.Star(var of)) {
        all.addAll(items(eval(of, scope)));
      } else {
        all.add(eval(expr, scope));
      }
    }
    return all;
  }

  private @Nullable Object evalOrNull(@Nullable Expr expr, Scope scope) {
    return expr == null ? null : eval(expr, scope);
  }

  private static Map<@Nullable Object, @Nullable Object> dict(
      List<@Nullable Object> keys, List<@Nullable Object> values) {
    var dict = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    for (int i = 0; i < keys.size(); i++) {
      dict.put(keys.get(i), values.get(i));
    }
    return dict;
  }

  private @Nullable Object unary(String operator, @Nullable Object of) {
    if (operator.equals("not")) {
      return !truth(of);
    }
    if (of != null && !HostMath.isHost(of)) {
      return namespace.unary(operator, of);
    }
    return switch (operator) {
      case "-" -> HostMath.negate(HostMath.number(of));
      case "~" -> HostMath.invert(HostMath.number(of));
      default -> HostMath.number(of);
    };
  }

  @Nullable Object binary(String operator, @Nullable Object left, @Nullable Object right) {
    return HostMath.isHost(left) && HostMath.isHost(right)
        ? HostMath.binary(operator, left, right)
        : namespace.binary(operator, left, right);
  }

  private @Nullable Object compare(Expr.Comparison comparison, Scope scope) {
    Object left = eval(comparison.first(), scope);
    Object result = true;
    for (int i = 0; i < comparison.operators().size(); i++) {
      var operator = comparison.operators().get(i);
      var right = eval(comparison.others().get(i), scope);
      boolean host = HostMath.isHost(left) && HostMath.isHost(right) || operator.startsWith("is");
      result =
          host
              ? (Object) HostMath.compare(operator, left, right)
              : namespace.binary(operator, left, right);
      if (i + 1 < comparison.operators().size() && !truth(result)) {
        return result;
      }
      left = right;
    }
    return result;
  }

  private @Nullable Object index(@Nullable Object of, @Nullable Object index) {
    return switch (of) {
      case List<?> list when index instanceof Slice slice -> HostMath.slice(list, slice);
      case List<?> list -> list.get(HostMath.position(number(index), list.size()));
      case Map<?, ?> map -> {
        if (!map.containsKey(index)) {
          throw new PythonException("there is no key %s in %s".formatted(index, map.keySet()));
        }
        yield map.get(index);
      }
      case null -> throw new PythonException("None has no items");
      default -> namespace.index(of, index);
    };
  }

  boolean truth(@Nullable Object value) {
    return value == null || HostMath.isHost(value) ? HostMath.truth(value) : namespace.truth(value);
  }

  Number number(@Nullable Object value) {
    return value == null || HostMath.isHost(value)
        ? HostMath.number(value)
        : namespace.number(value);
  }

  List<@Nullable Object> items(@Nullable Object value) {
    return switch (value) {
      case List<?> list -> new ArrayList<>(list);
      case Map<?, ?> map -> new ArrayList<>(map.keySet());
      case null -> throw new PythonException("None has no items");
      default -> namespace.items(value);
    };
  }
}
