package io.cambric.processor.body.shape;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import io.cambric.processor.body.check.BodyReport;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.Syntax;
import io.cambric.processor.dims.Polynomial;
import io.cambric.processor.dims.SizeNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import org.jspecify.annotations.Nullable;

/**
 * The facts about the expressions of one run of a method. Mutable: it holds the facts about the
 * names that are in scope, and {@link ShapeWalk} changes them statement by statement.
 */
final class ShapeFacts {

  private static final int DEPTH = 4;
  private static final String PADDING = "io.cambric.nn.Padding";

  final AttributedTrees trees;
  private final BodyReport report;
  private final SizeNames symbols;
  private final Set<ExecutableElement> running;
  private Map<Element, Fact> names;

  /** The method, if it is one whose result is compared with its contract. */
  private @Nullable ExecutableElement method;

  /** The value of the return statements so far; null before the first. */
  private @Nullable Fact returned;

  ShapeFacts(AttributedTrees trees, BodyReport report) {
    this(trees, report, new SizeNames(), new HashSet<>(), new HashMap<>());
  }

  private ShapeFacts(
      AttributedTrees trees,
      BodyReport report,
      SizeNames symbols,
      Set<ExecutableElement> running,
      Map<Element, Fact> names) {
    this.trees = trees;
    this.report = report;
    this.symbols = symbols;
    this.running = running;
    this.names = names;
  }

  // -- names

  Map<Element, Fact> names() {
    return new HashMap<>(names);
  }

  void setNames(Map<Element, Fact> facts) {
    names = new HashMap<>(facts);
  }

  void set(Element name, Fact fact) {
    names.put(name, fact);
  }

  /** Forgets the facts about names that a loop changes. */
  void forget(Set<Element> changed) {
    changed.forEach(names::remove);
  }

  /**
   * Gives a variable its first value; a contract of its type says more.
   *
   * @param place the value
   */
  void declare(Element variable, Fact value, TreePath place) {
    var contract = Contracts.fact(variable.asType(), symbols);
    if (contract.isPresent()) {
      Contracts.compareVariable(
          variable, contract.get(), value, use(place, "", Fact.UNKNOWN, List.of()));
    }
    names.put(variable, contract.<Fact>map(fact -> fact).orElse(value));
  }

  private Use use(TreePath place, String name, Fact receiver, List<Fact> arguments) {
    return new Use(place, name, receiver, arguments, symbols, trees, report);
  }

  /**
   * Adds a value that the method returns.
   *
   * @param place the expression
   */
  void returns(Fact value, TreePath place) {
    if (method != null) {
      var use = use(place, "", Fact.UNKNOWN, List.of());
      Contracts.compareResult(method, value, use);
    }
    returned = returned == null ? value : Joins.either(returned, value, symbols);
  }

  /** Compares the results with the contract of a method. */
  void setMethod(ExecutableElement compared) {
    method = compared;
  }

  SizeNames symbols() {
    return symbols;
  }

  /** {@return the fact about a method's result, after its body was walked} */
  Fact result() {
    return returned == null ? Fact.UNKNOWN : returned;
  }

  // -- expressions

  /** {@return the fact about an expression, after its parts were checked} */
  Fact of(TreePath path) {
    return switch (path.getLeaf()) {
      case ParenthesizedTree inner -> of(new TreePath(path, inner.getExpression()));
      case TypeCastTree cast -> of(new TreePath(path, cast.getExpression()));
      case LiteralTree literal -> literal(literal);
      case IdentifierTree _ -> name(path);
      case MemberSelectTree select -> member(path, select);
      case UnaryTree unary -> unary(path, unary);
      case BinaryTree binary -> binary(path, binary);
      case ConditionalExpressionTree choice -> {
        of(new TreePath(path, choice.getCondition()));
        var left = of(new TreePath(path, choice.getTrueExpression()));
        var right = of(new TreePath(path, choice.getFalseExpression()));
        yield Joins.either(left, right, symbols);
      }
      case AssignmentTree assignment -> {
        var value = of(new TreePath(path, assignment.getExpression()));
        var target = trees.element(path, assignment.getVariable());
        if (target != null) {
          names.put(target, value);
        }
        yield value;
      }
      case MethodInvocationTree call -> call(path, call);
      case NewClassTree made -> made(path, made);
      case LambdaExpressionTree lambda -> new Fact.Function(lambda(path, lambda, List.of()));
      case MemberReferenceTree reference ->
          OperationShapes.isPointwise(reference.getName().toString())
              ? new Fact.Pointwise()
              : Fact.UNKNOWN;
      default -> new ShapeWalk(this).inside(path);
    };
  }

  private static Fact literal(LiteralTree literal) {
    return switch (literal.getValue()) {
      case Integer number -> new Fact.Size(Polynomial.of(number));
      case Long number -> new Fact.Size(Polynomial.of(number));
      case Double number -> new Fact.Real(number);
      case Float number -> new Fact.Real(number);
      case null, default -> Fact.UNKNOWN;
    };
  }

  private Fact name(TreePath path) {
    var element = trees.element(path);
    if (element == null) {
      return Fact.UNKNOWN;
    }
    var known = names.get(element);
    if (known == null) {
      known = first(element);
      names.put(element, known);
    }
    return known;
  }

  /** The fact about a name that was not assigned here: a constant, a component, an argument. */
  private Fact first(Element element) {
    if (element instanceof VariableElement variable
        && variable.getConstantValue() instanceof Number constant) {
      return constant instanceof Double || constant instanceof Float
          ? new Fact.Real(constant.doubleValue())
          : new Fact.Size(Polynomial.of(constant.longValue()));
    }
    boolean isComponent =
        element.getKind() == ElementKind.FIELD
            && element.getModifiers().contains(Modifier.FINAL)
            && !element.getModifiers().contains(Modifier.STATIC);
    if (element.asType().getKind() == TypeKind.INT && isComponent) {
      return new Fact.Size(Polynomial.symbol(element.getSimpleName().toString()));
    }
    return ofType(element);
  }

  private Fact ofType(Element element) {
    if (trees.isArray(element.asType())) {
      return Contracts.fact(element.asType(), symbols).orElseGet(() -> ArrayFact.unknown(symbols));
    }
    return trees.isModule(element.asType())
        ? trees
            .typeElement(element.asType())
            .<Fact>map(type -> new Fact.Layer(type, "", Map.of()))
            .orElse(Fact.UNKNOWN)
        : Fact.UNKNOWN;
  }

  private Fact member(TreePath path, MemberSelectTree select) {
    boolean isConstant =
        trees.element(path) instanceof VariableElement variable
            && variable.getConstantValue() != null;
    if (trees.element(path) instanceof VariableElement mode
        && mode.getModifiers().contains(Modifier.STATIC)
        && mode.getEnclosingElement().toString().equals(PADDING)) {
      return new Fact.Constant(select.getIdentifier().toString());
    }
    return isConstant || Syntax.isThis(select.getExpression()) ? name(path) : Fact.UNKNOWN;
  }

  private Fact unary(TreePath path, UnaryTree unary) {
    var operand = of(new TreePath(path, unary.getExpression()));
    if (unary.getKind() == Tree.Kind.UNARY_MINUS) {
      return switch (operand) {
        case Fact.Size(var size) -> new Fact.Size(Polynomial.ZERO.minus(size));
        case Fact.Real(var real) -> new Fact.Real(-real);
        default -> Fact.UNKNOWN;
      };
    }
    var target = trees.element(path, unary.getExpression());
    if (target != null && unary.getKind().name().endsWith("CREMENT")) {
      names.put(target, Fact.UNKNOWN);
    }
    return Fact.UNKNOWN;
  }

  private Fact binary(TreePath path, BinaryTree binary) {
    var left = of(new TreePath(path, binary.getLeftOperand()));
    var right = of(new TreePath(path, binary.getRightOperand()));
    if (!(left instanceof Fact.Size(var a)) || !(right instanceof Fact.Size(var b))) {
      return Fact.UNKNOWN;
    }
    return switch (binary.getKind()) {
      case PLUS -> new Fact.Size(a.plus(b));
      case MINUS -> new Fact.Size(a.minus(b));
      case MULTIPLY -> new Fact.Size(a.times(b));
      case DIVIDE ->
          a.number().isPresent() && b.number().isPresent() && b.number().getAsLong() != 0
              ? new Fact.Size(Polynomial.of(a.number().getAsLong() / b.number().getAsLong()))
              : Fact.UNKNOWN;
      default -> Fact.UNKNOWN;
    };
  }

  private Fact made(TreePath path, NewClassTree made) {
    var arguments = all(path, made.getArguments());
    var type = trees.typeElement(path);
    if (type.isEmpty() || type.get().getKind() != ElementKind.RECORD) {
      return Fact.UNKNOWN;
    }
    var use = use(path, "new " + type.get().getSimpleName(), Fact.UNKNOWN, arguments);
    if (trees.element(path) instanceof ExecutableElement constructor) {
      var _ = Contracts.call(constructor, Map.of(), use);
    }
    var components = type.get().getRecordComponents();
    var fields = new HashMap<String, Fact>();
    for (int i = 0; i < Math.min(components.size(), arguments.size()); i++) {
      fields.put(components.get(i).getSimpleName().toString(), arguments.get(i));
    }
    return new Fact.Fields(fields);
  }

  private List<Fact> all(TreePath path, List<? extends ExpressionTree> expressions) {
    var facts = new ArrayList<Fact>();
    for (var each : expressions) {
      facts.add(of(new TreePath(path, each)));
    }
    return facts;
  }

  // -- functions

  /**
   * {@return the fact about the result of a lambda}
   *
   * @param arguments facts about its first parameters
   */
  private Fact lambda(TreePath path, LambdaExpressionTree lambda, List<Fact> arguments) {
    var inner = new ShapeFacts(trees, report, symbols, running, names());
    for (int i = 0; i < lambda.getParameters().size(); i++) {
      var parameter = trees.element(path, lambda.getParameters().get(i));
      if (parameter != null) {
        inner.set(parameter, i < arguments.size() ? arguments.get(i) : ofType(parameter));
      }
    }
    var body = new TreePath(path, lambda.getBody());
    if (lambda.getBody() instanceof ExpressionTree) {
      return inner.of(body);
    }
    new ShapeWalk(inner).scan(body, null);
    return inner.result();
  }

  // -- calls

  private Fact call(TreePath path, MethodInvocationTree call) {
    var method = trees.method(path);
    var select = new TreePath(path, call.getMethodSelect());
    var receiver =
        Syntax.receiver(call)
            .filter(r -> !(trees.element(select, r) instanceof TypeElement))
            .map(r -> of(new TreePath(select, r)))
            .orElse(Fact.UNKNOWN);
    if (method.filter(CarryLoops::isLoop).isPresent()) {
      return loop(path, call, method.get());
    }
    var arguments = all(path, call.getArguments());
    if (method.isEmpty()) {
      return Fact.UNKNOWN;
    }
    var name = method.get().getSimpleName().toString();
    var use = use(path, name, receiver, arguments);
    return CallShapes.of(method.get(), use)
        .or(() -> own(method.get(), call, use))
        .orElseGet(() -> CallShapes.ofResult(method.get(), use));
  }

  /** Runs a method of the same definition, or a static method of this compilation. */
  private Optional<Fact> own(ExecutableElement method, MethodInvocationTree call, Use use) {
    boolean isRun = Syntax.isOnThis(call) || method.getModifiers().contains(Modifier.STATIC);
    var body = trees.path(method).filter(path -> path.getLeaf() instanceof MethodTree);
    if (!isRun || body.isEmpty() || running.size() >= DEPTH || !running.add(method)) {
      return Optional.empty();
    }
    var inner = new ShapeFacts(trees, report, symbols, running, Map.of());
    inner.setNames(fields());
    var parameters = method.getParameters();
    for (int i = 0; i < parameters.size() && !method.isVarArgs(); i++) {
      boolean isKnown = i < use.arguments().size() && use.arguments().get(i) != Fact.UNKNOWN;
      inner.set(parameters.get(i), isKnown ? use.arguments().get(i) : ofType(parameters.get(i)));
    }
    new ShapeWalk(inner).scan(body.get(), null);
    running.remove(method);
    var result = inner.result();
    return Optional.of(result == Fact.UNKNOWN ? CallShapes.ofResult(method, use) : result);
  }

  private Map<Element, Fact> fields() {
    var fields = names();
    fields.keySet().removeIf(name -> name.getKind() != ElementKind.FIELD);
    return fields;
  }

  /** Runs the function of a loop on the first carry, which every step must keep. */
  private Fact loop(TreePath path, MethodInvocationTree call, ExecutableElement method) {
    var facts = new ArrayList<Fact>();
    int function = CarryLoops.function(method);
    for (int i = 0; i < call.getArguments().size(); i++) {
      facts.add(i == function ? Fact.UNKNOWN : of(new TreePath(path, call.getArguments().get(i))));
    }
    var init = CarryLoops.init(method, facts);
    if (!(call.getArguments().get(function) instanceof LambdaExpressionTree lambda)) {
      return Fact.UNKNOWN;
    }
    var given = CarryLoops.arguments(method, init);
    var next = lambda(new TreePath(path, lambda), lambda, given);
    var carry = next instanceof Fact.Fields(var fields) ? fields.get("carry") : next;
    var use = use(path, method.getSimpleName().toString(), Fact.UNKNOWN, facts);
    CarryLoops.compare(init, carry == null ? Fact.UNKNOWN : carry, use);
    return Fact.UNKNOWN;
  }
}
