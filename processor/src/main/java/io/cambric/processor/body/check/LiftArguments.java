package io.cambric.processor.body.check;

import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.Construction;
import io.cambric.processor.body.flow.OwnComponents;
import io.cambric.processor.read.Owners;
import io.cambric.processor.report.DiagnosticCode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/**
 * The functions that one method passes to lifted transformations. They are lambdas, method
 * references or anonymous classes, passed directly or through a local variable or a list.
 */
final class LiftArguments {

  private static final Set<ElementKind> LOCAL =
      Set.of(ElementKind.LOCAL_VARIABLE, ElementKind.PARAMETER, ElementKind.BINDING_VARIABLE);

  private final AttributedTrees trees;
  private final BodyReport report;
  private final Map<Element, TreePath> locals;
  private final @Nullable OwnComponents components;
  private final Set<Tree> seen = new HashSet<>();

  /**
   * Reports to {@code report}.
   *
   * @param locals the initial values of the local variables of the method
   * @param components of the definition; null in the lambda of a module, which has none
   */
  LiftArguments(
      AttributedTrees trees,
      BodyReport report,
      Map<Element, TreePath> locals,
      @Nullable OwnComponents components) {
    this.trees = trees;
    this.report = report;
    this.locals = locals;
    this.components = components;
  }

  /** Reports the captures of the functions in an argument of {@code transformation}. */
  void look(TreePath argument, String transformation) {
    switch (argument.getLeaf()) {
      case LambdaExpressionTree lambda when seen.add(lambda) -> {
        new Captures(transformation).scan(argument, null);
        if (components != null && components.isOfOthers(lambda, argument)) {
          lookIntoForeign(argument, transformation, components);
        }
      }
      case NewClassTree made when made.getClassBody() != null && seen.add(made) ->
          new Captures(transformation).scan(new TreePath(argument, made.getClassBody()), null);
      case MemberReferenceTree reference when seen.add(reference) -> {
        var receiver = new TreePath(argument, reference.getQualifierExpression());
        Construction.at(receiver, trees)
            .ifPresent(
                made -> report(receiver, reference.getQualifierExpression(), transformation));
        new Captures(transformation).scan(receiver, null);
      }
      case IdentifierTree _ -> {
        var initial = locals.get(trees.element(argument));
        if (initial != null) {
          look(initial, transformation);
        }
      }
      case ParenthesizedTree inner ->
          look(new TreePath(argument, inner.getExpression()), transformation);
      case TypeCastTree cast -> look(new TreePath(argument, cast.getExpression()), transformation);
      case ConditionalExpressionTree either -> {
        look(new TreePath(argument, either.getTrueExpression()), transformation);
        look(new TreePath(argument, either.getFalseExpression()), transformation);
      }
      case MethodInvocationTree call when trees.method(argument).filter(this::isList).isPresent() ->
          call.getArguments().forEach(a -> look(new TreePath(argument, a), transformation));
      default -> {}
    }
  }

  private boolean isList(ExecutableElement method) {
    return Owners.of(method).toString().startsWith("java.util.");
  }

  private void report(TreePath place, Tree captured, String transformation) {
    report.about(
        DiagnosticCode.CAPTURE_IN_LIFT,
        place,
        "The function passed to %s uses \"%s\" of the enclosing method, which belongs to the outer"
                .formatted(transformation, captured)
            + " scope.",
        "Pass it to %s as an argument, and use the function's parameter."
            .formatted(transformation));
  }

  /** Reports the parts of the running module that a function for other modules uses or makes. */
  private void lookIntoForeign(TreePath function, String transformation, OwnComponents components) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void unused) {
        look();
        return null;
      }

      @Override
      public @Nullable Void visitMemberSelect(MemberSelectTree tree, @Nullable Void unused) {
        look();
        return super.visitMemberSelect(tree, null);
      }

      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        look();
        ForeignLambdaCheck.created(getCurrentPath(), trees).ifPresent(this::create);
        return super.visitMethodInvocation(tree, null);
      }

      private void create(String made) {
        report.about(
            DiagnosticCode.CREATION_IN_FOREIGN_LAMBDA,
            getCurrentPath(),
            "%s in a function of other modules, which %s runs, but belongs to the scope of the first of them."
                .formatted(made, transformation),
            "Pass %s.self() as the first argument, or create it before and pass it on."
                .formatted(components.module()));
      }

      private void look() {
        components
            .used(getCurrentPath())
            .filter(_ -> !isAskedForAttribute(getCurrentPath()))
            .ifPresent(component ->
                report.about(
                    DiagnosticCode.CAPTURE_IN_LIFT,
                    getCurrentPath(),
                    "The function passed to %s uses the component \"%s\", but is a function of other"
                            .formatted(transformation, component)
                        + " modules.",
                    "Pass it to %s as an argument, and use the function's parameter."
                        .formatted(transformation)));
      }
    }.scan(function, null);
  }

  /** Looks for names in a function that it doesn't declare. Each one is reported once. */
  private final class Captures extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final String transformation;
    private final Set<@Nullable Element> own = new HashSet<>();

    Captures(String transformation) {
      this.transformation = transformation;
    }

    @Override
    public @Nullable Void visitVariable(VariableTree tree, @Nullable Void unused) {
      own.add(trees.element(getCurrentPath()));
      return super.visitVariable(tree, null);
    }

    @Override
    public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void unused) {
      var element = trees.element(getCurrentPath());
      if (element != null
          && LOCAL.contains(element.getKind())
          && !own.contains(element)
          && isOfBody(element)
          && trees.holdsModule(element.asType())
          && !isAskedForAttribute(getCurrentPath())) {
        own.add(element);
        report(getCurrentPath(), tree, transformation);
      }
      return null;
    }
  }

  /**
   * Whether a name belongs to the body. A module from outside a module's lambda is a template,
   * which every function may use.
   */
  private boolean isOfBody(Element name) {
    return components != null || locals.containsKey(name);
  }

  /**
   * Whether only an attribute of the module is read: hyperparameters are the same inside and
   * outside.
   */
  private boolean isAskedForAttribute(TreePath module) {
    var select = module.getParentPath();
    return select.getLeaf() instanceof MemberSelectTree
        && select.getParentPath().getLeaf() instanceof MethodInvocationTree call
        && call.getMethodSelect() == select.getLeaf()
        && call.getArguments().isEmpty()
        && trees
            .method(select.getParentPath())
            .filter(method -> method.getReturnType().getKind().isPrimitive())
            .isPresent();
  }
}
