package io.cambric.processor.body;

import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import io.cambric.processor.body.check.ArgumentIsTreeCheck;
import io.cambric.processor.body.check.BodyCheck;
import io.cambric.processor.body.check.BodyReport;
import io.cambric.processor.body.check.CaptureInLiftCheck;
import io.cambric.processor.body.check.CollectionTwiceCheck;
import io.cambric.processor.body.check.ConditionalSubmoduleCheck;
import io.cambric.processor.body.check.CopyDroppedCheck;
import io.cambric.processor.body.check.DeclaredVariablesCheck;
import io.cambric.processor.body.check.DuplicateNameCheck;
import io.cambric.processor.body.check.ForeignLambdaCheck;
import io.cambric.processor.body.check.LocalModuleCheck;
import io.cambric.processor.body.check.ModuleByHandCheck;
import io.cambric.processor.body.check.ModuleByNewCheck;
import io.cambric.processor.body.check.NameScopeCheck;
import io.cambric.processor.body.check.OutsideCallCheck;
import io.cambric.processor.body.check.PlainCallerCheck;
import io.cambric.processor.body.check.PlainTransformationCheck;
import io.cambric.processor.body.check.PlainTypeArgumentCheck;
import io.cambric.processor.body.check.ReachabilityCheck;
import io.cambric.processor.body.check.SetupCalledCheck;
import io.cambric.processor.body.check.SubmoduleCycleCheck;
import io.cambric.processor.body.check.UnusedSubmoduleCheck;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.Summaries;
import io.cambric.processor.report.Severities;
import java.util.List;
import javax.tools.Diagnostic;

/**
 * Runs the checks on each class that has been analyzed. Mutable: it reports wrong options only
 * once, and a failure of the checks themselves only once. Such a failure never fails the
 * compilation.
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
          new DuplicateNameCheck(),
          new CollectionTwiceCheck(),
          new CaptureInLiftCheck(),
          new PlainTransformationCheck(),
          new ForeignLambdaCheck(),
          new OutsideCallCheck(),
          new PlainCallerCheck(),
          new NameScopeCheck(),
          new SetupCalledCheck(),
          new ReachabilityCheck(),
          new UnusedSubmoduleCheck(),
          new CopyDroppedCheck(),
          new ArgumentIsTreeCheck(),
          new PlainTypeArgumentCheck());

  private final JavacTask task;
  private final Severities severities;
  private final Summaries summaries = new Summaries();
  private final UnprocessedDefinitions unprocessed;
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
    if (event.getKind() == TaskEvent.Kind.ANALYZE && event.getTypeElement() != null) {
      guarded(event, () -> check(event));
    }
  }

  private void check(TaskEvent event) {
    var trees = Trees.instance(task);
    if (!begun) {
      begun = true;
      severities.complaints().forEach(c -> print(trees, Diagnostic.Kind.WARNING, c, event));
    }
    var path = trees.getPath(event.getTypeElement());
    if (path != null && !AttributedTrees.isGenerated(event.getTypeElement())) {
      check(trees, path);
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

  private void check(Trees trees, TreePath path) {
    var attributed = new AttributedTrees(trees, task.getElements(), task.getTypes(), summaries);
    summaries.read(path, attributed);
    var report = new BodyReport(trees, severities);
    for (var check : CHECKS) {
      check.check(path, attributed, report);
    }
  }
}
