package io.cambric.processor.body;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import io.cambric.processor.body.check.ArgumentIsTreeCheck;
import io.cambric.processor.body.check.ArgumentsExchangedCheck;
import io.cambric.processor.body.check.ArrayIdentityCheck;
import io.cambric.processor.body.check.BodyCheck;
import io.cambric.processor.body.check.BodyReport;
import io.cambric.processor.body.check.CaptureInLiftCheck;
import io.cambric.processor.body.check.CollectionTwiceCheck;
import io.cambric.processor.body.check.CompactCountsCheck;
import io.cambric.processor.body.check.CompilesAgainCheck;
import io.cambric.processor.body.check.ConditionalSubmoduleCheck;
import io.cambric.processor.body.check.CopyDroppedCheck;
import io.cambric.processor.body.check.DeclaredVariablesCheck;
import io.cambric.processor.body.check.DuplicateNameCheck;
import io.cambric.processor.body.check.ForeignLambdaCheck;
import io.cambric.processor.body.check.ImpureFunctionCheck;
import io.cambric.processor.body.check.KeyReusedCheck;
import io.cambric.processor.body.check.LocalModuleCheck;
import io.cambric.processor.body.check.ModuleByHandCheck;
import io.cambric.processor.body.check.ModuleByNewCheck;
import io.cambric.processor.body.check.ModuleInRecordCheck;
import io.cambric.processor.body.check.NameScopeCheck;
import io.cambric.processor.body.check.NameTextCheck;
import io.cambric.processor.body.check.OutsideCallCheck;
import io.cambric.processor.body.check.PlainCallerCheck;
import io.cambric.processor.body.check.PlainTransformationCheck;
import io.cambric.processor.body.check.PlainTypeArgumentCheck;
import io.cambric.processor.body.check.ReachabilityCheck;
import io.cambric.processor.body.check.ResultDroppedCheck;
import io.cambric.processor.body.check.SetupCalledCheck;
import io.cambric.processor.body.check.SubmoduleCycleCheck;
import io.cambric.processor.body.check.SubmoduleOnThreadCheck;
import io.cambric.processor.body.check.UnusedSubmoduleCheck;
import io.cambric.processor.body.check.ValueWhileTracedCheck;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.Summaries;
import io.cambric.processor.body.shape.ShapeCheck;
import io.cambric.processor.report.Severities;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/**
 * Runs the checks when the compiler has analyzed the first class. By then all files are entered,
 * and no tree is rewritten yet, so a check may follow a call into another class. A file that is
 * entered later is checked when it is analyzed. Mutable: each class is checked once, and a failure
 * of the checks themselves is reported once. Such a failure never fails the compilation.
 */
final class BodyListener implements TaskListener {

  private static final List<BodyCheck> CHECKS =
      List.of(
          new LocalModuleCheck(),
          new ModuleByHandCheck(),
          new ModuleByNewCheck(),
          new ConditionalSubmoduleCheck(),
          new DeclaredVariablesCheck(),
          new SubmoduleCycleCheck(),
          new CompactCountsCheck(),
          new SubmoduleOnThreadCheck(),
          new ModuleInRecordCheck(),
          new DuplicateNameCheck(),
          new CollectionTwiceCheck(),
          new CaptureInLiftCheck(),
          new PlainTransformationCheck(),
          new ForeignLambdaCheck(),
          new OutsideCallCheck(),
          new PlainCallerCheck(),
          new NameScopeCheck(),
          new NameTextCheck(),
          new SetupCalledCheck(),
          new ReachabilityCheck(),
          new UnusedSubmoduleCheck(),
          new CopyDroppedCheck(),
          new ArgumentIsTreeCheck(),
          new PlainTypeArgumentCheck(),
          new ResultDroppedCheck(),
          new ArgumentsExchangedCheck(),
          new KeyReusedCheck(),
          new ValueWhileTracedCheck(),
          new ImpureFunctionCheck(),
          new CompilesAgainCheck(),
          new ArrayIdentityCheck(),
          new ShapeCheck());

  private final JavacTask task;
  private final Severities severities;
  private final Summaries summaries = new Summaries();
  private final UnprocessedDefinitions unprocessed;
  private final Map<JavaFileObject, CompilationUnitTree> entered = new LinkedHashMap<>();
  private final Set<TypeElement> checked = new HashSet<>();
  private boolean begun;
  private boolean failed;

  BodyListener(JavacTask task, Severities severities) {
    this.task = task;
    this.severities = severities;
    this.unprocessed = new UnprocessedDefinitions(task, severities);
  }

  @Override
  public void started(TaskEvent event) {
    guarded(event, () -> unprocessed.started(event));
  }

  @Override
  public void finished(TaskEvent event) {
    guarded(event, () -> unprocessed.finished(event));
    switch (event.getKind()) {
      // A file is entered again after each round of the processors.
      case ENTER -> entered.put(event.getSourceFile(), event.getCompilationUnit());
      case ANALYZE -> guarded(event, () -> analyzed(event));
      default -> {}
    }
  }

  private void analyzed(TaskEvent event) {
    var trees = Trees.instance(task);
    if (!begun) {
      begun = true;
      severities.complaints().forEach(c -> print(trees, Diagnostic.Kind.WARNING, c, event));
    }
    var units = List.copyOf(entered.values());
    entered.clear();
    for (var unit : units) {
      for (var declared : unit.getTypeDecls()) {
        check(new TreePath(new TreePath(unit), declared), trees, event);
      }
    }
    if (event.getTypeElement() instanceof TypeElement type
        && trees.getPath(type) instanceof TreePath path) {
      check(path, trees, event);
    }
  }

  private void check(TreePath path, Trees trees, TaskEvent event) {
    if (path.getLeaf() instanceof ClassTree tree
        && trees.getElement(path) instanceof TypeElement type
        && !AttributedTrees.isGenerated(type)
        && checked.add(type)) {
      // Asking for an element below the class attributes the class.
      trees.getElement(new TreePath(path, tree.getModifiers()));
      guarded(event, () -> check(trees, path, event));
    }
  }

  private void guarded(TaskEvent event, Runnable checks) {
    try {
      checks.run();
    } catch (RuntimeException | LinkageError e) {
      if (!failed) {
        failed = true;
        var message = "Cambric could not check method bodies: " + e;
        print(Trees.instance(task), Diagnostic.Kind.NOTE, message, event);
      }
    }
  }

  private static void print(Trees trees, Diagnostic.Kind kind, String message, TaskEvent event) {
    trees.printMessage(kind, message, event.getCompilationUnit(), event.getCompilationUnit());
  }

  private void check(Trees trees, TreePath path, TaskEvent event) {
    var attributed = new AttributedTrees(trees, task.getElements(), task.getTypes(), summaries);
    summaries.read(path, attributed);
    var report = new BodyReport(trees, severities);
    for (var check : CHECKS) {
      if (!(check instanceof ShapeCheck) || ShapesOption.isOn(task)) {
        guarded(event, () -> check.check(path, attributed, report));
      }
    }
  }
}
