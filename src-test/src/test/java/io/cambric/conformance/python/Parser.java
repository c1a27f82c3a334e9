package io.cambric.conformance.python;

import io.cambric.conformance.python.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads statements; expressions are in {@link ExpressionParser}. */
final class Parser {

  private final Tokens tokens;
  private final ExpressionParser expressions;

  private Parser(String text) {
    this.tokens = new Tokens(Lexer.tokens(text));
    this.expressions = new ExpressionParser(tokens);
  }

  /** {@return the statements of a program} */
  static List<Stmt> program(String text) {
    var parser = new Parser(text);
    var statements = new ArrayList<Stmt>();
    while (parser.tokens.peek().kind() != Kind.END) {
      parser.line(statements);
    }
    return statements;
  }

  /** {@return the one expression that a text is} */
  static Expr expression(String text) {
    var parser = new Parser(text);
    var expr = parser.expressions.list();
    parser.tokens.expect(Kind.NEWLINE);
    parser.tokens.expect(Kind.END);
    return expr;
  }

  private void line(List<Stmt> into) {
    var token = tokens.peek();
    if (token.is("def")) {
      into.add(def());
    } else if (token.is("while")) {
      tokens.next();
      var condition = expressions.list();
      into.add(new Stmt.While(condition, block()));
    } else if (token.is("for")) {
      tokens.next();
      var target = expressions.targets();
      tokens.expect("in");
      var items = expressions.list();
      into.add(new Stmt.For(target, items, block()));
    } else if (token.is("if")) {
      into.add(ifStatement());
    } else {
      simpleLine(into);
    }
  }

  private Stmt def() {
    tokens.next();
    var name = tokens.expect(Kind.NAME).text();
    tokens.expect("(");
    var parameters = expressions.parameters(")");
    tokens.expect(")");
    return new Stmt.Def(name, parameters, block());
  }

  private Stmt ifStatement() {
    tokens.next();
    var condition = expressions.list();
    var then = block();
    List<Stmt> otherwise = List.of();
    if (tokens.peek().is("elif")) {
      otherwise = List.of(ifStatement());
    } else if (tokens.accept("else")) {
      otherwise = block();
    }
    return new Stmt.If(condition, then, otherwise);
  }

  private List<Stmt> block() {
    tokens.expect(":");
    var body = new ArrayList<Stmt>();
    if (tokens.peek().kind() != Kind.NEWLINE) {
      simpleLine(body);
      return body;
    }
    tokens.next();
    tokens.expect(Kind.INDENT);
    while (tokens.peek().kind() != Kind.DEDENT) {
      line(body);
    }
    tokens.next();
    return body;
  }

  private void simpleLine(List<Stmt> into) {
    do {
      if (tokens.peek().kind() == Kind.NEWLINE) {
        break;
      }
      into.add(simple());
    } while (tokens.accept(";"));
    tokens.expect(Kind.NEWLINE);
  }

  private Stmt simple() {
    if (tokens.accept("return")) {
      return new Stmt.Return(endsHere() ? null : expressions.list());
    }
    if (tokens.accept("from")) {
      return importFrom();
    }
    var first = expressions.list();
    var all = new ArrayList<>(List.of(first));
    while (tokens.accept("=")) {
      all.add(expressions.list());
    }
    return all.size() == 1
        ? new Stmt.Expression(first)
        : new Stmt.Assign(List.copyOf(all.subList(0, all.size() - 1)), all.getLast());
  }

  private boolean endsHere() {
    return tokens.peek().kind() == Kind.NEWLINE || tokens.peek().is(";");
  }

  private Stmt importFrom() {
    var module = new StringBuilder(tokens.expect(Kind.NAME).text());
    while (tokens.accept(".")) {
      module.append('.').append(tokens.expect(Kind.NAME).text());
    }
    tokens.expect("import");
    var names = new ArrayList<String>();
    do {
      names.add(tokens.expect(Kind.NAME).text());
    } while (tokens.accept(","));
    return new Stmt.Import(module.toString(), names);
  }

  /** The tokens and where the reader stands; mutable. */
  static final class Tokens {

    private final List<Token> all;
    private int at;

    Tokens(List<Token> all) {
      this.all = all;
    }

    Token peek() {
      return all.get(at);
    }

    Token peek(int ahead) {
      return all.get(Math.min(at + ahead, all.size() - 1));
    }

    Token next() {
      return all.get(at++);
    }

    boolean accept(String operatorOrKeyword) {
      if (peek().is(operatorOrKeyword)) {
        at++;
        return true;
      }
      return false;
    }

    Token expect(Kind kind) {
      if (peek().kind() != kind) {
        throw unexpected(kind.toString());
      }
      return next();
    }

    void expect(String operatorOrKeyword) {
      if (!accept(operatorOrKeyword)) {
        throw unexpected(operatorOrKeyword);
      }
    }

    PythonException unexpected(@Nullable String needed) {
      return new PythonException(
          "line %d needs %s, but has %s"
              .formatted(
                  peek().line(), needed, peek().text().isEmpty() ? peek().kind() : peek().text()));
    }
  }
}
