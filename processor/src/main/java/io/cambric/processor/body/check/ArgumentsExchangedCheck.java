package io.cambric.processor.body.check;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.Texts;
import io.cambric.processor.read.CallInterface;
import io.cambric.processor.report.DiagnosticCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * Finds arguments that have the type of their parameter and the opposite meaning: parameters of a
 * model for gradients, labels for predictions, training for evaluation. The meaning follows from
 * the last word of a name, or from the initial value of a local name.
 */
public final class ArgumentsExchangedCheck implements BodyCheck {

  /** A meaning of values, with its words, and the meaning with which it is confused. */
  private enum Role {
    GRADIENTS("grads", "grad", "gradients", "gradient", "updates"),
    PARAMETERS("params", "parameters", "weights", "theta", "variables"),
    PREDICTIONS("predictions", "prediction", "logits", "predicted"),
    LABELS("labels", "label", "targets", "target"),
    TRAINING("train", "training"),
    EVALUATION("deterministic", "evaluation", "evaluating", "inference", "average");

    private final Set<String> words;

    Role(String... words) {
      this.words = Set.of(words);
    }

    Role opposite() {
      return switch (this) {
        case GRADIENTS -> PARAMETERS;
        case PARAMETERS -> GRADIENTS;
        case PREDICTIONS -> LABELS;
        case LABELS -> PREDICTIONS;
        case TRAINING -> EVALUATION;
        case EVALUATION -> TRAINING;
      };
    }

    boolean isFlag() {
      return this == TRAINING || this == EVALUATION;
    }

    /** The meaning of a name such as {@code newParams}, by its last word. */
    static Optional<Role> of(CharSequence name) {
      var words = name.toString().split("(?<=[a-z0-9])(?=[A-Z])|_");
      var last = words[words.length - 1].toLowerCase(Locale.ROOT);
      return Arrays.stream(values()).filter(role -> role.words.contains(last)).findFirst();
    }
  }

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    new Scanner(trees, report).scan(type, null);
  }

  private static final class Scanner extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final AttributedTrees trees;
    private final BodyReport report;
    private final Map<Element, Role> locals = new HashMap<>();

    Scanner(AttributedTrees trees, BodyReport report) {
      this.trees = trees;
      this.report = report;
    }

    @Override
    public @Nullable Void visitVariable(VariableTree tree, @Nullable Void unused) {
      var name = trees.element(getCurrentPath());
      var initial = tree.getInitializer();
      if (name != null && initial instanceof MethodInvocationTree call) {
        origin(new TreePath(getCurrentPath(), call), call).ifPresent(r -> locals.put(name, r));
      } else if (name != null && initial != null && Texts.isKept(getCurrentPath(), trees)) {
        meaning(initial).ifPresent(role -> locals.put(name, role));
      }
      return super.visitVariable(tree, null);
    }

    /** The meaning of the result of a call: of an accessor, or of a function that grad returned. */
    private Optional<Role> origin(TreePath path, MethodInvocationTree call) {
      var method = trees.method(path);
      if (method.isEmpty() || !(call.getMethodSelect() instanceof MemberSelectTree select)) {
        return Optional.empty();
      }
      var owner = method.get().getEnclosingElement().getSimpleName().toString();
      return owner.matches("(Array)?Grad\\d?") && select.getIdentifier().contentEquals("apply")
          ? Optional.of(Role.GRADIENTS)
          : Role.of(select.getIdentifier());
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      trees.method(getCurrentPath()).ifPresent(method -> look(tree, method));
      return super.visitMethodInvocation(tree, null);
    }

    private void look(MethodInvocationTree call, ExecutableElement method) {
      var parameters = parameters(call, method);
      int count = Math.min(parameters.size(), call.getArguments().size());
      var crossed = new ArrayList<Integer>();
      for (int i = 0; i < count; i++) {
        var parameter = parameters.get(i);
        boolean isFlag = isFlag(parameter.asType());
        var meant = Role.of(parameter.getSimpleName()).filter(role -> role.isFlag() == isFlag);
        var given = meaning(call.getArguments().get(i));
        if (meant.isPresent() && given.equals(meant.map(Role::opposite))) {
          if (meant.get().isFlag()) {
            reportFlag(call.getArguments().get(i), parameter, method);
          } else {
            crossed.add(i);
          }
        }
      }
      if (crossed.size() == 2) {
        reportExchanged(call, method, crossed);
      }
    }

    /** An inherited form of init or apply has the parameters of call behind its own. */
    private List<? extends VariableElement> parameters(
        MethodInvocationTree call, ExecutableElement method) {
      var all = method.getParameters();
      if (!CallInterface.declares(method)
          || !(call.getMethodSelect() instanceof MemberSelectTree select)) {
        return all;
      }
      var receiver = new TreePath(new TreePath(getCurrentPath(), select), select.getExpression());
      return trees
          .typeElement(receiver)
          .flatMap(CallInterface::call)
          .map(own -> {
            var named = new ArrayList<VariableElement>(own.getParameters());
            named.addAll(0, all.subList(0, all.size() - named.size()));
            return named;
          })
          .orElseGet(() -> new ArrayList<>(all));
    }

    private boolean isFlag(TypeMirror type) {
      return type.getKind() == TypeKind.BOOLEAN
          || trees
              .typeElement(type)
              .filter(e -> e.getQualifiedName().contentEquals("java.lang.Boolean"))
              .isPresent();
    }

    private Optional<Role> meaning(ExpressionTree argument) {
      return switch (argument) {
        case ParenthesizedTree inner -> meaning(inner.getExpression());
        case UnaryTree not when not.getKind() == Tree.Kind.LOGICAL_COMPLEMENT ->
            meaning(not.getExpression()).map(Role::opposite);
        case IdentifierTree name ->
            Role.of(name.getName())
                .or(() ->
                    Optional.ofNullable(locals.get(trees.element(getCurrentPath(), argument))));
        case MethodInvocationTree call
            when call.getArguments().isEmpty()
                && call.getMethodSelect() instanceof MemberSelectTree select ->
            Role.of(select.getIdentifier());
        case MethodInvocationTree call
            when call.getArguments().isEmpty()
                && call.getMethodSelect() instanceof IdentifierTree name ->
            Role.of(name.getName());
        default -> Optional.empty();
      };
    }

    private void reportFlag(ExpressionTree argument, Element parameter, ExecutableElement method) {
      report.about(
          DiagnosticCode.ARGUMENTS_EXCHANGED,
          new TreePath(getCurrentPath(), argument),
          "%s is the argument for \"%s\" of %s, which means the opposite."
              .formatted(argument, parameter, method.getSimpleName()),
          argument instanceof UnaryTree not
              ? "Pass %s.".formatted(not.getExpression())
              : "Pass !%s.".formatted(argument));
    }

    private void reportExchanged(
        MethodInvocationTree call, ExecutableElement method, List<Integer> crossed) {
      int i = crossed.get(0);
      int j = crossed.get(1);
      var parameters = parameters(call, method);
      var arguments = call.getArguments();
      report.about(
          DiagnosticCode.ARGUMENTS_EXCHANGED,
          getCurrentPath(),
          "%s is the argument for \"%s\" of %s, and %s the argument for \"%s\"."
              .formatted(
                  arguments.get(i),
                  parameters.get(i),
                  method.getSimpleName(),
                  arguments.get(j),
                  parameters.get(j)),
          "Exchange the two.");
    }
  }
}
