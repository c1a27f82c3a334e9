package io.cambric.conformance.python;

import io.cambric.conformance.python.Token.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;

/** Reads expressions, from the loosest binding operator to the tightest. */
final class ExpressionParser {

  private static final List<Set<String>> LEVELS =
      List.of(
          Set.of("|"),
          Set.of("^"),
          Set.of("&"),
          Set.of("<<", ">>"),
          Set.of("+", "-"),
          Set.of("*", "/", "//", "%", "@"));
  private static final Set<String> COMPARISONS = Set.of("<", ">", "<=", ">=", "==", "!=");

  private final Parser.Tokens tokens;

  ExpressionParser(Parser.Tokens tokens) {
    this.tokens = tokens;
  }

  /** {@return an expression, or a tuple without parentheses} */
  Expr list() {
    var first = starOr();
    if (!tokens.peek().is(",")) {
      return first;
    }
    var items = new ArrayList<>(List.of(first));
    while (tokens.accept(",")) {
      if (endsList()) {
        break;
      }
      items.add(starOr());
    }
    return new Expr.TupleExpr(items);
  }

  /** {@return names, or tuples of them, as {@code for} and assignments bind them} */
  Expr targets() {
    var items = new ArrayList<Expr>();
    do {
      items.add(postfix());
    } while (tokens.accept(","));
    return items.size() == 1 ? items.getFirst() : new Expr.TupleExpr(items);
  }

  private boolean endsList() {
    var token = tokens.peek();
    return token.kind() == Kind.NEWLINE
        || token.kind() == Kind.END
        || token.is("=")
        || token.is(")")
        || token.is("]")
        || token.is("}")
        || token.is(";");
  }

  private Expr starOr() {
    return tokens.accept("*") ? new Expr.Star(expression()) : expression();
  }

  Expr expression() {
    if (tokens.accept("lambda")) {
      var parameters = parameters(":");
      tokens.expect(":");
      return new Expr.Lambda(parameters, expression());
    }
    var then = or();
    if (!tokens.peek().is("if")) {
      return then;
    }
    tokens.next();
    var condition = or();
    tokens.expect("else");
    return new Expr.Conditional(then, condition, expression());
  }

  Expr.Parameters parameters(String end) {
    var names = new ArrayList<String>();
    var defaults = new LinkedHashMap<String, Expr>();
    String rest = null;
    while (!tokens.peek().is(end)) {
      if (tokens.accept("*")) {
        rest = tokens.expect(Kind.NAME).text();
      } else {
        var name = tokens.expect(Kind.NAME).text();
        names.add(name);
        if (tokens.accept("=")) {
          defaults.put(name, expression());
        }
      }
      if (!tokens.accept(",")) {
        break;
      }
    }
    return new Expr.Parameters(names, defaults, rest);
  }

  private Expr or() {
    var left = and();
    while (tokens.accept("or")) {
      left = new Expr.Logical("or", left, and());
    }
    return left;
  }

  private Expr and() {
    var left = not();
    while (tokens.accept("and")) {
      left = new Expr.Logical("and", left, not());
    }
    return left;
  }

  private Expr not() {
    return tokens.accept("not") ? new Expr.Unary("not", not()) : comparison();
  }

  private Expr comparison() {
    var first = binary(0);
    var operators = new ArrayList<String>();
    var others = new ArrayList<Expr>();
    while (true) {
      var token = tokens.peek();
      if (token.kind() == Kind.OPERATOR && COMPARISONS.contains(token.text())) {
        operators.add(tokens.next().text());
      } else if (token.is("is")) {
        tokens.next();
        operators.add(tokens.accept("not") ? "is not" : "is");
      } else if (token.is("in")) {
        tokens.next();
        operators.add("in");
      } else {
        break;
      }
      others.add(binary(0));
    }
    return operators.isEmpty() ? first : new Expr.Comparison(first, operators, others);
  }

  private Expr binary(int level) {
    if (level == LEVELS.size()) {
      return unary();
    }
    var left = binary(level + 1);
    while (tokens.peek().kind() == Kind.OPERATOR
        && LEVELS.get(level).contains(tokens.peek().text())) {
      var operator = tokens.next().text();
      left = new Expr.Binary(operator, left, binary(level + 1));
    }
    return left;
  }

  private Expr unary() {
    var token = tokens.peek();
    if (token.kind() == Kind.OPERATOR && Set.of("-", "+", "~").contains(token.text())) {
      tokens.next();
      return new Expr.Unary(token.text(), unary());
    }
    return power();
  }

  private Expr power() {
    var base = postfix();
    return tokens.accept("**") ? new Expr.Binary("**", base, unary()) : base;
  }

  private Expr postfix() {
    var expr = atom();
    while (true) {
      if (tokens.accept(".")) {
        expr = new Expr.Attribute(expr, tokens.expect(Kind.NAME).text());
      } else if (tokens.accept("(")) {
        expr = call(expr);
      } else if (tokens.accept("[")) {
        expr = new Expr.Index(expr, index());
        tokens.expect("]");
      } else {
        return expr;
      }
    }
  }

  private Expr call(Expr function) {
    var args = new ArrayList<Expr>();
    var kwargs = new LinkedHashMap<String, Expr>();
    while (!tokens.peek().is(")")) {
      if (tokens.peek().kind() == Kind.NAME && tokens.peek(1).is("=")) {
        var name = tokens.next().text();
        tokens.next();
        kwargs.put(name, expression());
      } else {
        var arg = starOr();
        args.add(tokens.peek().is("for") ? comprehension(arg) : arg);
      }
      if (!tokens.accept(",")) {
        break;
      }
    }
    tokens.expect(")");
    return new Expr.Call(function, args, kwargs);
  }

  private Expr index() {
    var first = slice();
    if (!tokens.peek().is(",")) {
      return first;
    }
    var items = new ArrayList<>(List.of(first));
    while (tokens.accept(",") && !tokens.peek().is("]")) {
      items.add(slice());
    }
    return new Expr.TupleExpr(items);
  }

  private Expr slice() {
    var from = tokens.peek().is(":") ? null : expression();
    if (!tokens.accept(":")) {
      return from;
    }
    var to = endsSlicePart() ? null : expression();
    var step = tokens.accept(":") && !endsSlicePart() ? expression() : null;
    return new Expr.SliceExpr(from, to, step);
  }

  private boolean endsSlicePart() {
    return tokens.peek().is(":") || tokens.peek().is(",") || tokens.peek().is("]");
  }

  private Expr atom() {
    var token = tokens.next();
    return switch (token.kind()) {
      case INT -> new Expr.Constant(integer(token.text()));
      case FLOAT -> new Expr.Constant(Double.valueOf(token.text()));
      case STRING -> new Expr.Constant(token.text());
      case NAME -> name(token.text());
      case OPERATOR -> bracketed(token);
      default -> throw tokens.unexpected("an expression");
    };
  }

  private static Object integer(String text) {
    var value =
        text.startsWith("0x") || text.startsWith("0X")
            ? new BigInteger(text.substring(2), 16)
            : new BigInteger(text);
    return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
  }

  private static Expr name(String text) {
    return switch (text) {
      case "None" -> new Expr.Constant(null);
      case "True" -> new Expr.Constant(true);
      case "False" -> new Expr.Constant(false);
      default -> new Expr.Name(text);
    };
  }

  private Expr bracketed(Token token) {
    return switch (token.text()) {
      case "(" -> parenthesized();
      case "[" -> listOrComprehension();
      case "{" -> dict();
      case "." -> {
        tokens.expect(".");
        tokens.expect(".");
        yield new Expr.Constant(Ellipsis.ELLIPSIS);
      }
      default -> throw tokens.unexpected("an expression after " + token.text());
    };
  }

  private Expr parenthesized() {
    if (tokens.accept(")")) {
      return new Expr.TupleExpr(List.of());
    }
    var inner = list();
    if (tokens.peek().is("for")) {
      inner = comprehension(inner);
    }
    tokens.expect(")");
    return inner;
  }

  private Expr listOrComprehension() {
    var items = new ArrayList<Expr>();
    while (!tokens.peek().is("]")) {
      var item = starOr();
      if (tokens.peek().is("for")) {
        var comprehension = comprehension(item);
        tokens.expect("]");
        return comprehension;
      }
      items.add(item);
      if (!tokens.accept(",")) {
        break;
      }
    }
    tokens.expect("]");
    return new Expr.ListExpr(items);
  }

  private Expr comprehension(Expr element) {
    tokens.expect("for");
    var target = targets();
    tokens.expect("in");
    return new Expr.Comprehension(element, target, or());
  }

  private Expr dict() {
    var keys = new ArrayList<Expr>();
    var values = new ArrayList<Expr>();
    while (!tokens.peek().is("}")) {
      keys.add(expression());
      tokens.expect(":");
      values.add(expression());
      if (!tokens.accept(",")) {
        break;
      }
    }
    tokens.expect("}");
    return new Expr.DictExpr(keys, values);
  }
}
